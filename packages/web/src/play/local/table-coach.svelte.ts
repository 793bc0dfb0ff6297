import { canonicalJson, isLegal, type Move, type Position, type Seat, type View } from '@tablier/core';
import type { MadeMove, MatchState } from '@tablier/match';
import type { Judgement, ScoreUnit } from '@tablier/ai';
import type { BoardModule } from '../../board/board-module.ts';
import { type Advice, coachedBoard } from '../../table/coach/coached-board.ts';
import { hintFact, loadSentences, type Sentences, warningFact } from '../../table/coach/sentences.ts';
import type { LocalSession } from './local-session.svelte.ts';
import { type Adviser, WorkerBot } from './worker-bot.ts';
import { type Coach, type Fact, type FactInput, loadCoach, type SeenTurn } from '../../games/coaches.ts';

type Course = Pick<MatchState, 'game' | 'setup' | 'moves'>;

function positionAt({ game, setup, moves }: Course, plies: number): Position {
  const position = game.start(setup);
  for (const { move } of moves.slice(0, plies)) position.play(move);
  return position;
}

/** The last turn of a match, as far as it was made, as a seat saw it. `null` before the first move. */
function lastSeenTurn(state: Course, own: Seat): SeenTurn | null {
  const last = state.moves.at(-1);
  if (last === undefined) return null;
  const first = state.moves.findLastIndex(({ seat, turnIndex }) => seat !== last.seat || turnIndex !== last.turnIndex);
  const position = positionAt(state, first + 1);
  const moves = state.moves.slice(first + 1).map(({ move }) => move);
  return turnFrom(state, position, moves, own);
}

/** A turn from a position on, as a seat sees it. Changes the position. */
export function turnFrom(
  { game }: Pick<MatchState, 'game'>,
  position: Position,
  moves: readonly Move[],
  own: Seat,
): SeenTurn {
  const look = (): View => game.view(position, own);
  const before = look();
  for (const move of moves) position.play(move);
  return { before, moves, after: look(), own };
}

/** The budgets of the searches of a hint, and of those of a warning, in positions. */
const HINT_NODES = 50_000;
const WARNING_NODES = 20_000;
/** A warning that takes longer comes too late: the bot must not wait for it. Milliseconds. */
const LATEST_WARNING = 2_500;
const SEED = 'coach';

type Judged = Judgement & { readonly unit: ScoreUnit };

interface Warning {
  readonly text: string;
  readonly goOn: () => void;
}

interface CoachDeps {
  readonly coach: Coach;
  readonly adviser: Adviser;
  readonly wants: { readonly coach: boolean; readonly warnings: boolean };
}

interface Shown<T> {
  readonly state: MatchState;
  readonly value: T;
}

const pause = (milliseconds: number): Promise<null> =>
  new Promise((resolve) => setTimeout(() => resolve(null), milliseconds));

/** The coach of a person alone against bots: hints, warnings after blunders, the aim of a bot's move. It knows what the person may. */
export class TableCoach {
  isThinking = $state(false);
  #sentences: Sentences | null = $state.raw(null);
  #hint: Shown<Advice> | null = $state.raw(null);
  #warning: Shown<Warning> | null = $state.raw(null);
  /** The last sentence about a bot's move, so that it is computed once. */
  #said: { readonly state: MatchState; readonly sentences: Sentences; readonly text: string | null } | null = null;
  readonly #judgements = new WeakMap<MadeMove, Promise<Judged | null>>();
  /** By state: whether the last turn of the person was checked. */
  readonly #reviews = new WeakMap<MatchState, Promise<void>>();
  /** The positions, as the person saw them, that a warning was about. */
  readonly #warned = new Set<string>();
  readonly #hinted = new Set<string>();
  /** Moves from before the coach was loaded are not judged. */
  readonly #from: number;
  #isPrepared = false;
  readonly #session: LocalSession;
  readonly #own: Seat;
  readonly #deps: CoachDeps;

  constructor(session: LocalSession, own: Seat, deps: CoachDeps) {
    this.#session = session;
    this.#own = own;
    this.#deps = deps;
    this.#from = session.state.moves.length;
    session.review = (state) => this.#review(state);
  }

  speak(sentences: Sentences): void {
    this.#sentences = sentences;
  }

  /** The advice on the board: a hint, or the sentence about the last move of a bot. */
  get advice(): Advice {
    const { state } = this.#session;
    if (this.#hint?.state === state) return this.#hint.value;
    return { sentence: this.#deps.wants.coach ? this.#intent(state) : null, move: null };
  }

  boardOver(board: BoardModule): { readonly board: BoardModule; readonly hasMove: boolean } | null {
    const { advice } = this;
    const hasMove = advice.move !== null;
    return advice.sentence === null && !hasMove ? null : { board: coachedBoard(board, advice), hasMove };
  }

  get hasHint(): boolean {
    return this.#hint?.state === this.#session.state;
  }

  get warning(): Warning | null {
    return this.#warning?.state === this.#session.state ? this.#warning.value : null;
  }

  /** Searches for the best move. Hides it if it is shown, and stops a running search. */
  async hint(): Promise<void> {
    if (this.isThinking || this.hasHint) return this.cancel();
    const { state, canPlay } = this.#session;
    const sentences = this.#sentences;
    if (!canPlay || sentences === null) return;
    const { people } = this.#session;
    const show = (fact: Fact, move: Move | null): void => {
      this.#hint = { state, value: { sentence: sentences.say(fact, people), move } };
    };
    this.isThinking = true;
    show({ key: 'coach_thinking', inputs: {} }, null);
    try {
      const found = await this.#deps.adviser.hint(this.#request(state, state.moves.length, HINT_NODES));
      if (this.#session.state !== state || !this.isThinking || found === null) return;
      const [move = 0] = found.best.moves;
      show(hintFact(found, this.#named(state, move), sentences), move);
      this.#count(state);
    } catch {
      show({ key: 'coach_hint_failed', inputs: {} }, null);
    } finally {
      this.isThinking = false;
    }
  }

  cancel(): void {
    if (this.isThinking) this.#deps.adviser.stop();
    this.isThinking = false;
    this.#hint = null;
  }

  close(): void {
    this.#session.review = null;
    this.#deps.adviser.stop();
  }

  /** Judges the moves of the turn that a person is making, so that a warning comes at once. To be called after every change. */
  follow(): void {
    const { state, canPlay } = this.#session;
    if (!this.#deps.wants.warnings || !canPlay) return;
    if (!this.#isPrepared) this.#deps.adviser.prepare(state.game.id);
    this.#isPrepared = true;
    if (state.moves.at(-1)?.seat === this.#own) void this.#worst(state);
  }

  #named({ game }: MatchState, move: Move): FactInput {
    const word = this.#deps.coach.moveWords?.(move) ?? null;
    return word === null ? game.formatMove(move) : { words: [word] };
  }

  #count(state: MatchState): void {
    const key = canonicalJson(this.#session.match.view);
    if (this.#hinted.has(key) || this.#session.state !== state) return;
    this.#hinted.add(key);
    this.#session.countHint();
  }

  #request(state: MatchState, plies: number, nodes: number) {
    const { game, setup } = state;
    const position = positionAt(state, plies);
    const knowledge = game.secrets.knowledge(position, position.turn);
    return { game: game.id, options: setup.options, knowledge, nodes, seed: `${SEED}/${plies}` };
  }

  #intent(state: MatchState): string | null {
    const sentences = this.#sentences;
    if (sentences === null || state.end !== null) return null;
    if (this.#said?.state !== state || this.#said.sentences !== sentences) {
      const turn = this.#session.isRemote(state.moves.at(-1)?.seat ?? this.#own)
        ? lastSeenTurn(state, this.#own)
        : null;
      const fact = turn === null ? null : this.#deps.coach.intent(turn);
      this.#said = { state, sentences, text: fact === null ? null : sentences.say(fact, this.#session.people) };
    }
    return this.#said.text;
  }

  #review(state: MatchState): Promise<void> {
    const known = this.#reviews.get(state);
    if (known !== undefined) return known;
    const review = this.#deps.wants.warnings ? this.#warn(state) : Promise.resolve();
    this.#reviews.set(state, review);
    return review;
  }

  async #warn(state: MatchState): Promise<void> {
    const last = state.moves.at(-1);
    if (last?.seat !== this.#own || this.#session.lastTurn?.revealed !== false) return;
    const worst = await Promise.race([this.#worst(state), pause(LATEST_WARNING)]);
    const sentences = this.#sentences;
    if (worst === null || sentences === null || this.#session.state !== state) return;
    const key = canonicalJson(state.game.view(positionAt(state, worst.plies), this.#own));
    if (worst.judged.label !== 'blunder' || this.#warned.has(key)) return;
    this.#warned.add(key);
    const text = this.#warningText(state, worst.judged, sentences);
    await new Promise<void>((resolve) => {
      const goOn = (): void => {
        this.#warning = null;
        resolve();
      };
      this.#warning = { state, value: { text, goOn } };
    });
  }

  /** The most expensive move of the last turn; `null` if nothing is known about it. */
  async #worst(state: MatchState): Promise<{ readonly plies: number; readonly judged: Judged } | null> {
    const last = state.moves.at(-1);
    const isOfTurn = (made: MadeMove, ply: number): boolean =>
      ply >= this.#from && made.seat === last?.seat && made.turnIndex === last.turnIndex;
    const all = await Promise.all(
      [...state.moves.entries()]
        .filter(([ply, made]) => isOfTurn(made, ply))
        .map(async ([plies, made]) => ({ plies, judged: await this.#judge(state, plies, made) })),
    );
    const known = all.flatMap(({ plies, judged }) => (judged === null ? [] : [{ plies, judged }]));
    return known.toSorted((one, other) => other.judged.cost - one.judged.cost)[0] ?? null;
  }

  #judge(state: MatchState, plies: number, made: MadeMove): Promise<Judged | null> {
    const known = this.#judgements.get(made);
    if (known !== undefined) return known;
    // Without a judgement there is no warning, and the game continues.
    const judgement = this.#deps.adviser
      .judge({ ...this.#request(state, plies, WARNING_NODES), move: made.move })
      .catch(() => null);
    this.#judgements.set(made, judgement);
    return judgement;
  }

  #warningText(state: MatchState, judged: Judged, sentences: Sentences): string {
    const { people } = this.#session;
    const move = this.#named(state, judged.best.moves[0] ?? 0);
    const cost = sentences.say(warningFact(judged, { ...judged, seat: this.#own, move, sentences }), people);
    const reason = this.#reason(state, judged, sentences);
    return reason === null ? cost : `${cost} ${reason}`;
  }

  /** Why a move is bad: what is wrong with it at once, or what the expected reply does. */
  #reason(state: MatchState, { played }: Judged, sentences: Sentences): string | null {
    const { people } = this.#session;
    const { game, setup } = state;
    const own = lastSeenTurn(state, this.#own);
    const flaw = own === null ? null : (this.#deps.coach.flaw?.(own) ?? null);
    if (flaw !== null) return sentences.say(flaw, people);
    const [, reply] = played.moves;
    // In a game with secrets it is not known what a reply reveals.
    if (reply === undefined || game.secrets.hides(setup.options)) return null;
    const position = state.position.clone();
    if (!this.#session.isRemote(position.turn) || !isLegal(game, position, reply)) return null;
    const fact = this.#deps.coach.intent(turnFrom(state, position, [reply], this.#own));
    if (fact === null) return null;
    const said = sentences.say(fact, people, { isInline: true });
    return sentences.say({ key: 'coach_warn_reply', inputs: { move: this.#named(state, reply), fact: said } }, people);
  }
}

/** The coach of a person who plays alone. It has a worker of its own, so that it never delays the bots. Rejects if the server cannot be reached. */
export async function createCoach(
  session: LocalSession,
  settings: CoachDeps['wants'] & { readonly language: string },
): Promise<TableCoach> {
  const { game, own } = session;
  const [coach, sentences] = await Promise.all([loadCoach(game.id), loadSentences(game.id, settings.language)]);
  const made = new TableCoach(session, own ?? 0, { coach, adviser: new WorkerBot(), wants: settings });
  made.speak(sentences);
  return made;
}
