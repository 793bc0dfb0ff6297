import { wordsLoader } from '../../lib/words-loader.ts';
import type english from './words.en.json';
import type { Answer } from '@tablier/client';
import type { Game, Seat, View } from '@tablier/core';
import { type ClientCommand, MAX_PREPARED, type PreparedLines } from '@tablier/protocol';
import type { BoardModule } from '../../board/board-module.ts';
import { loadedBoard } from '../../games/boards.ts';
import { fill } from '../../lib/language.ts';
import { call } from '../../lib/connection/server-request.ts';
import { type PlaySession, positionOf } from '../match-ui/play-session.ts';
import { TrialSession } from './trial-session.svelte.ts';
import type { MatchView } from '@tablier/match';
import { ghostsOf } from '../../board/planned-move.ts';
import { markOver, type Scene } from '../../board/scene/scene.ts';

export type Words = Readonly<Record<keyof typeof english, string>>;

export const loadWords = wordsLoader(import.meta.glob<Words>('./words.*.json', { import: 'default' }));

/** The table at which the user plays. Reads are reactive. */
export interface PreparingTable extends PlaySession {
  readonly id: string;
  readonly you: Seat | null;
  ask(command: ClientCommand): Promise<Answer>;
}

const NOTHING: PreparedLines = { plies: 0, lines: [] };

/** The answers that the user prepares at a table, and the trial on the board with which they do it. */
export class Preparing {
  /** The continuation that the user tries; `null` while the board shows the game. */
  trial: TrialSession | null = $state.raw(null);
  /** The last event, in words; empty for none. */
  note = $state('');
  isBusy = $state(false);
  readonly words: Words;
  readonly #table: PreparingTable;
  #stored: PreparedLines = $state.raw(NOTHING);

  constructor(table: PreparingTable, words: Words) {
    this.#table = table;
    this.words = words;
  }

  get lines(): PreparedLines['lines'] {
    return this.#stored.plies === this.#table.match.plies ? this.#stored.lines : [];
  }

  /** Whether others are to move, so that something can be prepared. */
  get canBegin(): boolean {
    const { match, you } = this.#table;
    return match.end === null && match.view.turn !== you;
  }

  readonly board: BoardModule | null = $derived.by(() => {
    const { game, match, you } = this.#table;
    const [only, ...others] = this.lines;
    if (only === undefined || others.length > 0 || you === null || this.trial !== null) return null;
    const views = viewsAround(game, match, { you, line: only.moves });
    return views === null ? null : ghostBoard(loadedBoard(game.id), views);
  });

  /** Shows the game again if it has continued, and reads the lines prepared for its position. */
  async follow(): Promise<void> {
    const { match } = this.#table;
    if (this.trial !== null && this.trial.start.plies !== match.plies) {
      this.trial = null;
      this.note = this.words.prepare_gone_on;
    } else if (this.trial === null) this.note = '';
    if (this.canBegin) await this.#read();
  }

  begin(): void {
    const { game, match, you } = this.#table;
    const first = positionOf(game, match);
    if (first === null || you === null) return;
    this.note = '';
    this.trial = new TrialSession(this.#table, { you, words: this.words, first });
  }

  close(): void {
    this.trial = null;
    this.note = '';
  }

  async save(): Promise<void> {
    const { trial } = this;
    if (trial?.isWhole !== true || this.isBusy) return;
    const played = trial.start.moves.map(({ text }) => text);
    const line = [...trial.texts];
    if (await this.#do({ kind: 'prepare', table: this.#table.id, played, line })) {
      if (this.trial === trial) this.trial = null;
      this.note = this.words.prepare_saved;
    }
  }

  async remove(line: string): Promise<void> {
    if (await this.#do({ kind: 'unprepare', table: this.#table.id, line })) this.note = '';
  }

  async #do(command: ClientCommand): Promise<boolean> {
    this.isBusy = true;
    this.note = '';
    const answer = await this.#table.ask(command);
    if (answer.ok) await this.#read();
    else this.note = this.#reason(answer.error.name);
    this.isBusy = false;
    return answer.ok;
  }

  #reason(name: string): string {
    const { words } = this;
    if (name === 'too-many-prepared') return fill(words.prepare_full, { most: MAX_PREPARED });
    if (name === 'answered-otherwise') return words.prepare_contradicts;
    return name === 'position-changed' ? words.prepare_gone_on : words.prepare_failed;
  }

  /** If the server does not answer, the known lines stay. */
  async #read(): Promise<void> {
    const answer = await call('GET /api/v1/tables/{table}/prepared', { params: { table: this.#table.id } });
    if ('value' in answer) this.#stored = answer.value;
  }
}

const ghostBoard = (board: BoardModule, [before, after]: readonly [View, View]): BoardModule => ({
  ...board,
  scene(state) {
    const still = { ...state, choices: [], held: board.nothing, pointed: null, lastMoves: [] };
    const sceneOf = (view: View): Scene => board.scene({ ...still, view });
    return withGhosts(board.scene(state), sceneOf(before), sceneOf(after));
  },
});

/** What the user would see before and after their first answer. */
function viewsAround(
  game: Game,
  match: MatchView,
  { you, line }: { readonly you: Seat; readonly line: readonly string[] },
): readonly [View, View] | null {
  const position = positionOf(game, match);
  if (position === null) return null;
  let before: View | null = null;
  for (const text of line) {
    const isOwn = position.turn === you;
    if (!isOwn && before !== null) break;
    if (isOwn) before ??= game.view(position, you);
    const move = game.parseMove(text);
    if (move === null) return null;
    position.play(move);
  }
  return before === null ? null : [before, game.view(position, you)];
}

/** Pieces that the answer adds or moves are ghosts; those that it removes have an outline. */
function withGhosts(scene: Scene, before: Scene, after: Scene): Scene {
  const stands = new Set(after.solids.map(({ id }) => id));
  const outlines = before.solids
    .filter(({ id }) => !stands.has(id))
    .map((solid) => markOver(`ghost-${solid.id}`, 'outline', 'guide', solid));
  const solids = [...scene.solids, ...ghostsOf(before.solids, after.solids, 'ghost')];
  return { ...scene, solids, marks: [...scene.marks, ...outlines] };
}
