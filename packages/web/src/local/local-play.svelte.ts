import { makeSetup, type Result, type SetupError, success } from '@tablier/core';
import { createMatch } from '@tablier/match';
import { findGame } from '@tablier/games';
import { WorkerBot } from './worker-bot.ts';
import { newSeed, systemRng } from './random.ts';
import type { LocalPlan } from './plans.ts';
import { type LoadedGame, LOCAL_TERMS, loadGame, SAVE_FORMAT, type SaveError, type SavedGame } from './saved-game.ts';
import { deleteUnreadable, readUnreadable, readCurrent, quarantineCurrent, writeCurrent } from './storage.ts';
import { LocalSession } from './local-session.svelte.ts';

/** A saved game that could not be read. It is kept, and the user can download it. */
export interface UnreadableGame {
  readonly error: SaveError | null;
  readonly text: string;
}

/** The local game of this device, and the unreadable game of an earlier visit. */
class LocalPlay {
  session: LocalSession | null = $state.raw(null);
  unreadable: UnreadableGame | null = $state.raw(null);
  /** Whether the browser stores nothing, so that a reload loses the game. */
  unsaved = $state(false);

  constructor() {
    const kept = readUnreadable();
    if (kept !== null) this.#readUnreadable(kept);
    const text = readCurrent();
    if (text === null) return;
    const loaded = loadGame(findGame, text);
    if (loaded.ok) this.#open(loaded.value);
    else {
      quarantineCurrent();
      this.unreadable = { error: loaded.error, text };
    }
  }

  /** The game that can be continued; `null` for none. */
  get running(): LocalSession | null {
    return this.session !== null && !this.session.isOver ? this.session : null;
  }

  /** Whether that game has moves, so that replacing it loses something. */
  get hasMoves(): boolean {
    return (this.running?.state.moves.length ?? 0) > 0;
  }

  /** Deals and opens a new game, which replaces the previous one. */
  start({ game, options, seats, ...own }: LocalPlan): Result<LocalSession, SetupError> {
    const players = seats.length;
    const deal = 'deal' in own ? own.deal : game.deals.draw(options, players, systemRng);
    const checked = makeSetup(game, { options, players, deal });
    if (!checked.ok) return checked;
    const fields = { format: SAVE_FORMAT, game: game.id, rules: game.rulesVersion, ...checked.value };
    const saved: SavedGame = { ...fields, seats, seed: newSeed(), events: [] };
    this.#save(saved);
    return success(this.#open({ saved, state: createMatch(game, checked.value, LOCAL_TERMS) }));
  }

  deleteUnreadable(): void {
    deleteUnreadable();
    this.unreadable = null;
  }

  /** Reports again why a game is unreadable; one that this version can read is restored. */
  #readUnreadable(text: string): void {
    const loaded = loadGame(findGame, text);
    if (!loaded.ok) this.unreadable = { error: loaded.error, text };
    else if (readCurrent() === null && writeCurrent(text)) deleteUnreadable();
    else this.unreadable = { error: null, text };
  }

  #open(loaded: LoadedGame): LocalSession {
    this.session?.close();
    const session = new LocalSession(loaded, { bot: new WorkerBot(), save: (saved) => this.#save(saved) });
    this.session = session;
    return session;
  }

  #save(saved: SavedGame): void {
    this.unsaved = !writeCurrent(JSON.stringify(saved));
  }
}

export const local = new LocalPlay();
