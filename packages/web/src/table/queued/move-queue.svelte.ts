import type { Game, Move, Seat } from '@tablier/core';
import type { MatchView } from '@tablier/match';
import type { BoardModule } from '../../board/board-module.ts';
import { loadedBoard } from '../../games/boards.ts';
import { fill } from '../../lib/language.ts';
import { wordsLoader } from '../../lib/words-loader.ts';
import type { Ahead, PlaySession, Premoves } from '../match-ui/play-session.ts';
import { isNewPart, type Plan, planOf, MARK, premoveBoard } from './premove-board.ts';
import { type KeptPremove, readPremoves, writePremoves } from './kept.ts';
import type english from './words.en.json';

export type Words = Readonly<Record<keyof typeof english, string>>;

export const loadWords = wordsLoader(import.meta.glob<Words>('./words.*.json', { import: 'default' }));

/** The game of a queue, as far as it needs it. Reads are reactive. */
export interface QueuedGame extends Pick<PlaySession, 'game' | 'match' | 'viewer' | 'canPlay' | 'play'> {
  /** Names it in this browser. */
  readonly id: string;
  /** Whether the last move of the user is still on its way. Absent: it never is. */
  readonly isBusy?: boolean;
  /** The same without a question whether it is meant. Absent: there is none. */
  readonly make?: (move: Move) => void;
}

export interface QueueWishes {
  /** Whether moves may be chosen while others think. */
  readonly premoves: boolean;
  readonly language: string;
  /** Whether the table was left meanwhile: its state cannot be read after that. */
  readonly isLeft?: () => boolean;
}

interface Premove extends Omit<KeptPremove, 'move'> {
  readonly move: Move;
}

const MAX_PREMOVES = 10;

/** The moves that a player has chosen before their turn, kept in this browser. No one else learns of one that is dropped. */
export class MoveQueue implements Premoves {
  readonly words: Words;
  #isWanted = $state(false);
  #premoves: readonly Premove[] = $state.raw([]);
  #note: { readonly text: string; readonly plies: number } | null = $state.raw(null);
  /** The premove that was made last, and the plies before it. */
  #made: { readonly premove: Premove; readonly plies: number } | null = null;
  /** The plies when this was last looked at. */
  #seen = 0;
  /** Whether this browser keeps them. */
  #isKept = false;
  readonly #seat: Seat | null;
  readonly #game: QueuedGame;
  readonly #board: () => BoardModule;

  constructor(game: QueuedGame, words: Words, board = (): BoardModule => loadedBoard(game.game.id)) {
    this.#game = game;
    this.words = words;
    this.#board = board;
    this.#seat = typeof game.viewer === 'number' ? game.viewer : null;
    this.#seen = game.match.plies;
    this.#set(this.#stored);
  }

  get moves(): readonly Move[] {
    return this.#premoves.map(({ move }) => move);
  }

  /** What happened to the queue last, in words, while the position stays the same; empty for nothing. */
  get note(): string {
    return this.#note?.plies === this.#game.match.plies ? this.#note.text : '';
  }

  readonly plan: Plan | null = $derived.by(() => {
    const { match, viewer, isBusy } = this.#game;
    const { moves } = this;
    const mayPremove = this.#isWanted && isBusy !== true && match.view.turn !== viewer;
    if (typeof viewer !== 'number' || match.end !== null || !(mayPremove || moves.length > 0)) return null;
    const plan = planOf(this.#rules, match.view, viewer, moves);
    return mayPremove && moves.length < MAX_PREMOVES ? plan : { ...plan, choices: [] };
  });

  get #rules(): { readonly game: Game; readonly board: BoardModule } {
    return { game: this.#game.game, board: this.#board() };
  }

  ahead(base: BoardModule): Ahead | null {
    const { plan, words, add, isOwn, press, clear } = this;
    if (plan === null) return null;
    const { views, choices } = plan;
    const { game, match } = this.#game;
    const texts = this.moves.map((move) => game.formatMove(move));
    const board = premoveBoard(base, { view: match.view, views, texts, words });
    return { view: views.at(-1) ?? views[0], choices, board, add, isOwn, press, clear };
  }

  /** Adds a move of the plan. */
  readonly add = (move: Move): void => {
    const { plan } = this;
    if (plan?.choices.includes(move) !== true) return;
    const wasAsked = this.#asks(plan.views.at(-1), move);
    this.#set([...this.#premoves, { move, wasAsked }]);
    this.#say(this.words.premove_added, move);
  };

  /** A press on a mark drops its move and those after it; that on the button drops all. */
  readonly press = (target: string): void => {
    this.#set(this.#premoves.slice(0, Number(target.slice(MARK.length))));
    this.#note = null;
  };

  readonly isOwn = (target: string): boolean => target.startsWith(MARK);

  readonly clear = (): void => this.press(MARK);

  /** Makes the next move if its turn has come and it is possible; if not, drops all. */
  follow({ premoves }: QueueWishes): void {
    this.#isWanted = premoves;
    const { match, canPlay } = this.#game;
    const { plies } = match;
    const isBack = plies < this.#seen;
    this.#seen = plies;
    // One that was made and is no part of the match was refused.
    const isRefused = canPlay && this.#made?.plies === plies;
    if (this.#made !== null && (isRefused || this.#made.plies !== plies || match.end !== null)) this.#settle();
    // Another page of this browser may have made or dropped them.
    if (canPlay && this.#isKept && !isRefused) this.#premoves = this.#stored;
    const [next, ...rest] = this.#premoves;
    if (next === undefined) return;
    if (match.end !== null || isBack || !premoves) return this.clear();
    if (!canPlay) return;
    if (isRefused || !this.#fits(next)) return this.#drop(next);
    this.#made = { premove: next, plies };
    this.#set(rest);
    this.#note = null;
    (this.#game.make ?? this.#game.play)(next.move);
  }

  #settle(): void {
    this.#made = null;
    this.#keep();
  }

  #set(premoves: readonly Premove[]): void {
    this.#premoves = premoves;
    this.#keep();
  }

  get #stored(): readonly Premove[] {
    const { id, game, match } = this.#game;
    const stored = this.#seat === null ? [] : readPremoves(id, this.#seat, match);
    return stored.flatMap(({ move: text, wasAsked }) => {
      const move = game.parseMove(text);
      return move === null ? [] : [{ move, wasAsked }];
    });
  }

  #keep(): void {
    if (this.#seat === null) return;
    const { id, game, match } = this.#game;
    const { plies, view } = match;
    const all = this.#made === null ? this.#premoves : [this.#made.premove, ...this.#premoves];
    const moves = all.map(({ move, wasAsked }) => ({ move: game.formatMove(move), wasAsked }));
    const { turnIndex } = view;
    this.#isKept = writePremoves(id, this.#seat, { plies, turnIndex, isSent: this.#made !== null, moves });
  }

  #fits({ move, wasAsked }: Premove): boolean {
    const { game, match } = this.#game;
    if (!game.choices(match.view).includes(move) || isNewPart(this.#rules, match.view)) return false;
    return wasAsked || !this.#asks(match.view, move);
  }

  #asks(view: MatchView['view'] | undefined, move: Move): boolean {
    return view !== undefined && this.#rules.board.asksFirst?.(view, move) === true;
  }

  #drop({ move }: Premove): void {
    this.#set([]);
    this.#say(this.words.premove_dropped, move);
  }

  #say(text: string, move: Move): void {
    const { game, match } = this.#game;
    const inputs = { move: game.formatMove(move), number: this.#premoves.length };
    this.#note = { text: fill(text, inputs), plies: match.plies };
  }
}
