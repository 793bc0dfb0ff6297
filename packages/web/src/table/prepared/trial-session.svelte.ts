import { legalMovesOf, type Move, NOBODY, type Position, type Seat } from '@tablier/core';
import type { MatchView, ShownMove } from '@tablier/match';
import { MAX_PREPARED_MOVES } from '@tablier/protocol';
import { fill } from '../../lib/language.ts';
import type { PlaySession } from '../match-ui/play-session.ts';
import type { Words } from './preparing.svelte.ts';

/** A match with a continuation that the user tries on the same board. Nothing of it is sent. */
export class TrialSession implements PlaySession {
  readonly isShared = false;
  readonly remarks: readonly string[] = [];
  readonly start: MatchView;
  line: readonly Move[] = $state.raw([]);
  readonly #base: PlaySession;
  readonly #you: Seat;
  readonly #words: Words;
  readonly #first: Position;

  constructor(base: PlaySession, { you, words, first }: { you: Seat; words: Words; first: Position }) {
    this.#base = base;
    this.#you = you;
    this.#words = words;
    this.#first = first;
    this.start = base.match;
  }

  readonly #reached = $derived.by(() => this.#play());

  readonly texts: readonly string[] = $derived.by(() => this.line.map((move) => this.game.formatMove(move)));
  /** Whether the line can be saved: it ends with an answer of the user. */
  readonly isWhole: boolean = $derived.by(() => this.#reached.made.at(-1)?.seat === this.#you);
  readonly game = $derived.by(() => this.#base.game);
  readonly trouble = $derived.by(() => this.#base.trouble ?? null);
  readonly isConnected = $derived.by(() => this.#base.isConnected === true);

  get match(): MatchView {
    const { start } = this;
    const { position, made } = this.#reached;
    return {
      ...start,
      view: this.game.view(position, this.#you),
      moves: [...start.moves, ...made],
      plies: start.plies + made.length,
      peeks: [],
      drawAgreed: [],
      takeBackAsked: null,
      takeBackFrom: start.plies,
    };
  }

  get viewer(): Seat {
    const { turn } = this.#reached.position;
    return turn === NOBODY ? this.#you : turn;
  }

  readonly choices: readonly Move[] = $derived.by(() =>
    this.canPlay ? [...legalMovesOf(this.game, this.#reached.position)] : [],
  );
  readonly canPlay: boolean = $derived.by(
    () => this.#reached.position.turn !== NOBODY && this.line.length < MAX_PREPARED_MOVES,
  );
  readonly undoTo: number | null = $derived.by(() =>
    this.line.length === 0 ? null : this.start.plies + this.line.length - 1,
  );
  readonly scores = $derived.by(() => this.#base.scores);
  readonly clocks = $derived.by(() => this.#base.clocks);
  readonly names = $derived.by(() => this.#base.names);
  readonly notes = $derived.by(() => this.#base.notes);
  readonly people = $derived.by(() => this.#base.people);

  get status(): string {
    const { turn } = this.#reached.position;
    if (turn === NOBODY) return this.#words.prepare_over;
    if (turn === this.#you) return this.#words.prepare_answer;
    const { prepare_whole, prepare_expected } = this.#words;
    return fill(this.isWhole ? prepare_whole : prepare_expected, { who: this.people.title(turn) });
  }

  isRemote(): boolean {
    return false;
  }

  readonly play = (move: Move): void => {
    this.line = [...this.line, move];
  };
  readonly peek = (): void => undefined;
  readonly undo = (): void => {
    this.line = this.line.slice(0, -1);
  };

  #play(): { readonly position: Position; readonly made: readonly ShownMove[] } {
    const position = this.#first.clone();
    const made = this.line.map((move, index): ShownMove => {
      const { turn: seat, turnIndex } = position;
      position.play(move);
      const { passed } = position;
      return { ply: this.start.plies + index + 1, seat, turnIndex, text: this.game.formatMove(move), passed };
    });
    return { position, made };
  }
}
