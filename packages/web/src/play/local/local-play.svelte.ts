import { canonicalJson, failure, fittingLevel, makeSetup, placedAt, type Result, success } from '@tablier/core';
import { createMatch, type MatchState } from '@tablier/match';
import { findRules } from '../../games/rules.svelte.ts';
import { timeToShow } from '../../board/scene/glide.ts';
import { readItem, removeItem, writeItem } from '../../lib/local-storage.ts';
import { systemRng } from '../../lib/random.ts';
import { settings } from '../../lib/settings.svelte.ts';
import { time } from '../../lib/time.svelte.ts';
import { deleteUnreadable, gameList, MAX_RUNNING, OLD_GAME, quarantine, readUnreadable } from './game-list.svelte.ts';
import { SAVE_FORMAT, atLevel, followed, isMatch, levelGames } from './game-entry.ts';
import { WorkerBot } from './worker-bot.ts';
import { newId, newSeed, type LocalPlan, isForBeginners, type LocalSeat, swapSeats } from './seats.ts';
import { type LoadedGame, LOCAL_TERMS, loadGame, type SavedGame } from './saved-game.ts';
import { LocalSession } from './local-session.svelte.ts';

/** Why a game was not started: its setup was refused, or there are `too-many-games` unfinished. */
interface StartError {
  readonly name: string;
}

/** The local game on the screen. The other games wait in `gameList`. The rules of a game are loaded before it is opened: see `load-local.ts`. */
export class LocalPlay {
  session: LocalSession | null = $state.raw(null);
  id: string | null = $state(null);
  /** Ends the derived state of the session. */
  #release = (): void => undefined;

  constructor() {
    this.#takeOver();
    this.#readUnreadable();
    // Another tab has moved in the same game: its moves must not be overwritten.
    window.addEventListener('storage', ({ key }) => {
      const { id } = this;
      if (id !== null && key?.endsWith(id) === true && gameList.text(id) !== null) this.#load(id);
    });
  }

  get running(): LocalSession | null {
    return this.session !== null && !this.session.isOver ? this.session : null;
  }

  /** Deals a new game and opens it; returns its id. The other games stay. */
  start(plan: LocalPlan): Result<string, StartError> {
    if (gameList.running.length >= MAX_RUNNING) return failure({ name: 'too-many-games' });
    const { game, options, teaches = false, ...own } = plan;
    const seats = fitted(plan);
    const players = seats.length;
    const deal = 'deal' in own ? own.deal : game.deals.draw(options, players, systemRng);
    const checked = makeSetup(game, { options, players, deal });
    if (!checked.ok) return checked;
    const fields = { format: SAVE_FORMAT, game: game.id, rules: game.rulesVersion, ...checked.value };
    const saved: SavedGame = { ...fields, seats, seed: newSeed(), events: [], ...(teaches && { guide: 0 }) };
    const state = createMatch(game, checked.value, LOCAL_TERMS);
    const id = newId();
    save(id, saved, state);
    this.#open(id, { saved, state });
    return success(id);
  }

  /** Starts a game of the list again, seats swapped; `as: 'match'` against bots of the level that fits. */
  again(id: string, as: 'match' | 'before' = 'before'): Result<string, StartError> {
    const loaded = loadGame(findRules, gameList.text(id) ?? '');
    if (!loaded.ok) return loaded;
    const { saved, state } = loaded.value;
    const { options, deal } = state.setup;
    const swapped = swapSeats(saved.seats);
    const plan = { game: state.game, options, seats: as === 'match' ? followed(swapped) : swapped };
    const isChosen = placedAt(deal) !== null || state.game.deals.byPerson(options);
    return this.start(isChosen ? { ...plan, deal } : plan);
  }

  /** As `start`; a game with the same setup without a move yet is continued instead. The first game of a beginner teaches, unless the plan says no. */
  startOrResume(plan: LocalPlan): Result<string, StartError> {
    const same = gameList.running.find(
      ({ game, plies, id }) => game === plan.game.id && plies === 0 && isSame(id, plan),
    );
    if (same !== undefined) return success(same.id);
    const isFirst = plan.teaches !== false && gameList.finished.every(({ game }) => game !== plan.game.id);
    return this.start({ ...plan, teaches: settings.guide && isFirst && isForBeginners(plan.seats) });
  }

  /** Opens a game of the list. `session` is `null` if there is none with this id, or it could not be read. */
  show(id: string): void {
    const isListed = gameList.find(id) !== null;
    if (this.id !== id || !isListed) this.#load(id);
  }

  #load(id: string): void {
    const text = gameList.text(id);
    const loaded = text === null ? null : loadGame(findRules, text);
    if (loaded?.ok === true) return this.#open(id, loaded.value);
    this.#close();
    if (loaded === null || text === null) return;
    gameList.quarantine(id);
    gameList.unreadable = { error: loaded.error, text };
  }

  /** Imports the single game that earlier versions stored. */
  #takeOver(): void {
    const text = readItem(OLD_GAME);
    if (text === null) return;
    const loaded = loadGame(findRules, text);
    if (!loaded.ok) return quarantine(OLD_GAME);
    // A full storage has room for it once its old copy is deleted.
    removeItem(OLD_GAME);
    if (!gameList.isStored(add(loaded.value))) writeItem(OLD_GAME, text);
  }

  /** Finds why a game is unreadable; one that this version can read is added to the list. */
  #readUnreadable(): void {
    const text = readUnreadable();
    if (text === null) return;
    const loaded = loadGame(findRules, text);
    const id = loaded.ok ? add(loaded.value) : null;
    if (id !== null && gameList.isStored(id)) return deleteUnreadable();
    if (id !== null) gameList.delete(id);
    gameList.unreadable = { error: loaded.ok ? null : loaded.error, text };
  }

  #open(id: string, loaded: LoadedGame): void {
    this.#close();
    const ports = {
      bot: new WorkerBot(),
      save: (saved: SavedGame, state: MatchState) => save(id, saved, state),
      timeToShow,
    };
    // A page may open the game. Its derived state must not end with that page: the next one continues the session.
    this.#release = $effect.root(() => {
      this.session = new LocalSession(loaded, ports);
    });
    this.id = id;
  }

  #close(): void {
    this.session?.close();
    this.#release();
    this.session = null;
    this.id = null;
  }
}

/** The seats of a plan; bots that follow the user get the level that fits now. */
function fitted({ game, seats }: LocalPlan): readonly LocalSeat[] {
  if (!isMatch(seats)) return seats;
  return atLevel(seats, fittingLevel(levelGames(gameList.entries, { game: game.id, players: seats.length })));
}

function isSame(id: string, plan: LocalPlan): boolean {
  const loaded = loadGame(findRules, gameList.text(id) ?? '');
  if (!loaded.ok) return false;
  const { setup } = loaded.value.state;
  const { options } = plan;
  const isEqual = (one: object, other: object): boolean => canonicalJson(one) === canonicalJson(other);
  if (placedAt(setup.deal) !== null) return false;
  return isEqual(setup.options, options) && isEqual(loaded.value.saved.seats, fitted(plan));
}

function add({ saved, state }: LoadedGame): string {
  const id = newId();
  save(id, { ...saved, format: SAVE_FORMAT }, state);
  return id;
}

function save(id: string, saved: SavedGame, { moves, end }: MatchState): void {
  gameList.write(id, { ...saved, plies: moves.length, end, changed: time.now });
}

export const local = new LocalPlay();
