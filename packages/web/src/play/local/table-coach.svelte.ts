import type { Hint } from '@tablier/ai';
import { canonicalJson, isLegal, type Move, SeededRng, type Seat } from '@tablier/core';
import type { MatchState } from '@tablier/match';
import type { BoardModule } from '../../board/board-module.ts';
import { type Bubble, guidanceOf, SHOWN_TURNS } from '@tablier/games/first-game';
import { coachedBoard } from '../../table/coach/coached-board.ts';
import type { Said } from '../../table/coach/said.ts';
import {
  hintFact,
  lastSeenTurn,
  loadSentences,
  momentOf,
  type Sentences,
  turnFrom,
  warningFact,
} from '../../table/coach/sentences.ts';
import type { LocalSession } from './local-session.svelte.ts';
import type { Judged } from './bot.worker.ts';
import { type Adviser, WorkerBot } from './worker-bot.ts';
import { type Coach, type Fact, type FactInput, loadCoach } from '../../games/coaches.ts';

/** The budgets of the searches for a hint, before a move, and in a first game before a move and for its first hints, in positions. */
const HINT_NODES = 50_000;
const WARNING_NODES = 10_000;
const GUIDE_NODES = 2_000;
/** A search that takes longer comes too late: the move is made, and a first bubble comes without one. Milliseconds. */
const LATEST = 1_500;
const SEED = 'coach';
/** In so many positions that a person cannot tell apart a move must bring the same before the coach says so. */
const WORLDS = 12;
/** The most words of a bubble in a first game. */
const FEW_WORDS = 10;
/** The judgements of moves before which a person is asked: everywhere, and in a first game. */
const BLUNDERS: ReadonlySet<string> = new Set(['blunder']);
const BAD: ReadonlySet<string> = new Set(['inaccuracy', 'mistake', 'blunder']);

interface CoachDeps {
  readonly coach: Coach;
  readonly adviser: Adviser;
  readonly wants: {
    readonly coach: boolean;
    readonly warnings: boolean;
    readonly guide: boolean;
    set(change: { readonly guide: false }): void;
  };
}

interface Shown<T> {
  readonly state: MatchState;
  readonly value: T;
}

const pause = (milliseconds: number): Promise<null> =>
  new Promise((resolve) => setTimeout(() => resolve(null), milliseconds));

/** The coach of a person alone against bots: the bubbles of a first game, hints, a question before a bad move, the aim of a bot's move. It knows what the person may. */
export class TableCoach {
  isThinking = $state(false);
  #sentences: Sentences | null = $state.raw(null);
  /** A hint, or the question before a move. */
  #shown: Shown<Said> | null = $state.raw(null);
  #read: MatchState | null = $state.raw(null);
  /** Where the first move is being searched: its bubble comes with it, so that it does not grow. */
  #opening: MatchState | null = $state.raw(null);
  /** The move in the hand of which the words were put away: it stays marked. */
  #kept: Shown<Said> | null = $state.raw(null);
  /** The number of plies after the last bad move that the person insisted on. */
  #regretted = $state(0);
  /** The move that is being judged. */
  #weighed: Shown<Move> | null = null;
  /** The positions, as the person saw them, that a warning was about. */
  readonly #warned = new Set<string>();
  readonly #hinted = new Set<string>();
  readonly #session: LocalSession;
  readonly #own: Seat;
  readonly #deps: CoachDeps;

  constructor(session: LocalSession, own: Seat, deps: CoachDeps) {
    this.#session = session;
    this.#own = own;
    this.#deps = deps;
    session.weigh = this.#weigh;
  }

  speak(sentences: Sentences): void {
    this.#sentences = sentences;
  }

  get isGuide(): boolean {
    return this.#session.guide !== null && this.#deps.wants.guide;
  }

  /** What it says now; `null`: nothing. */
  get said(): Said | null {
    const { state } = this.#session;
    if (this.#sentences === null || state.end !== null || state === this.#opening) return null;
    return this.#shown?.state === state ? this.#shown.value : this.#news(state);
  }

  readonly #guidance = $derived.by(() => {
    const { first } = this.#deps.coach;
    if (first === undefined || !this.isGuide) return null;
    const { game, setup, moves } = this.#session.state;
    const course = { game, setup, moves: moves.map(({ move }) => move) };
    return { ...guidanceOf(first, course, this.#own), goals: first.goals };
  });

  /** The goals of a first game in words, and whether each is reached; empty in other games. */
  get goals(): readonly { readonly text: string; readonly isMet: boolean }[] {
    const guidance = this.#guidance;
    return (guidance?.goals ?? []).map(({ key }) => ({ text: this.#say(key), isMet: guidance?.met.has(key) === true }));
  }

  boardOver(board: BoardModule): BoardModule {
    const said = this.said ?? (this.#kept?.state === this.#session.state ? this.#kept.value : null);
    return said === null ? board : coachedBoard(board, said);
  }

  get hasHint(): boolean {
    return this.#shown?.state === this.#session.state;
  }

  /** A first game begins with a good move in the hand, so that one press makes it. */
  async open(): Promise<void> {
    const { state, canPlay, guide } = this.#session;
    const opening = this.#bubble(state);
    if (opening === undefined || this.#hasMoved(state) || !canPlay || (guide ?? 0) > state.moves.length) return;
    const show = (): void => void (this.#opening = null);
    this.#opening = state;
    void pause(LATEST).then(show);
    const found = await this.#find(state).catch(() => null);
    show();
    const move = found === null ? undefined : this.#proposed(state, found);
    if (move === undefined || this.#session.state !== state || this.#shown !== null || !this.isGuide) return;
    if (this.#read === state) return;
    const answers = [this.#answer('coach_ok', this.close), this.#answer('coach_never', this.#never)];
    const text = `${this.#say(opening.key)} ${this.#press(move)}`;
    this.#show(state, { text, about: opening.about, move, isInHand: true, answers });
  }

  /** Searches for the best move. Hides it if it is shown, and stops a running search. */
  async hint(): Promise<void> {
    this.#kept = null;
    if (this.isThinking || this.hasHint) return this.#putAway();
    const { state, canPlay } = this.#session;
    const sentences = this.#sentences;
    if (!canPlay || sentences === null) return;
    const show = (text: string, move: Move | null): void => this.#show(state, { text, move });
    this.isThinking = true;
    this.#show(state, { text: this.#say('coach_thinking'), move: null, answers: [] });
    try {
      const found = await this.#find(state);
      if (this.#session.state !== state || !this.isThinking || found === null) return;
      const move = this.#proposed(state, found) ?? 0;
      const { moves = [] } = this.#bubble(state) ?? {};
      if (moves.length > 0 && !moves.includes(move) && this.#read !== state)
        this.#showMove(state, move, `${this.#say('coach_better')} ${this.#press(move)}`);
      else if (this.isGuide) this.#showMove(state, move);
      else {
        show(sentences.say(hintFact(found, this.#named(state, move), sentences), this.#session.people), move);
        this.#count(state);
      }
    } catch {
      show(this.#say('coach_hint_failed'), null);
    } finally {
      this.isThinking = false;
    }
  }

  /** What a bot is up to comes before a goal. */
  #find(state: MatchState): Promise<Hint | null> {
    const isAnswer = this.#found(state)?.key?.startsWith('coach') === true;
    const preferred = (isAnswer ? null : this.#guidance?.led) ?? [];
    const nodes = preferred.length > 0 || this.#isShownTurn(state) ? GUIDE_NODES : HINT_NODES;
    return this.#deps.adviser.hint({ ...this.#request(state, nodes), preferred });
  }

  #bubble({ moves }: MatchState): Bubble | undefined {
    return this.#guidance?.bubbles.get(moves.length);
  }

  /** A first game proposes nothing that its own bubbles advise against, if there is something else. */
  #proposed(state: MatchState, { best, next }: Hint): Move | undefined {
    const [[move], [other] = []] = [best.moves, next?.moves];
    return other !== undefined && this.#isWorse(state, move, other) ? other : move;
  }

  #isWorse(state: MatchState, move: Move | undefined, other: Move): boolean {
    const { flaw } = this.#deps.coach;
    const isFlawed = (each: Move): boolean =>
      (flaw?.(turnFrom(state.game, state.position.clone(), [each], { own: this.#own })) ?? null) !== null;
    return this.isGuide && move !== undefined && isFlawed(move) && !isFlawed(other);
  }

  cancel(): void {
    if (this.isThinking) this.#deps.adviser.stop();
    this.isThinking = false;
    this.#shown = null;
  }

  /** Puts away what is said, and what it was said instead of: who asked for a move has read the rule before it. While it searches, only that ends. */
  readonly close = (): void => {
    if (this.isGuide && this.#shown?.value.isInHand === true) this.#kept = this.#shown;
    this.#putAway();
  };

  #putAway(): void {
    const { state } = this.#session;
    const { isThinking } = this;
    this.cancel();
    if (isThinking) return;
    this.#read = state;
    if (this.isGuide) this.#session.setGuide(state.moves.length + 1);
  }

  readonly #never = (): void => {
    this.cancel();
    this.#deps.wants.set({ guide: false });
    this.#session.setGuide(null);
  };

  end(): void {
    this.#session.weigh = null;
    this.#deps.adviser.stop();
  }

  /** Starts the thread of the searches that will be needed, so that the first is not late. */
  prepare(): void {
    if (this.#asks !== null) this.#deps.adviser.prepare(this.#session.game.id);
  }

  #hasMoved({ moves }: MatchState): boolean {
    return moves.some(({ seat }) => seat === this.#own);
  }

  #isShownTurn({ position }: MatchState): boolean {
    return this.isGuide && position.turnIndex < 2 * SHOWN_TURNS;
  }

  #say(key: string, inputs: Fact['inputs'] = {}): string {
    return this.#sentences?.say({ key, inputs }, this.#session.people) ?? key;
  }

  #answer(key: string, press: () => void) {
    return { label: this.#say(key), press };
  }

  #show(state: MatchState, said: Pick<Said, 'text' | 'move'> & Partial<Said>): void {
    const { move, isInHand = false } = said;
    const ask = move === null || isInHand ? [] : [this.#answer('coach_show', () => this.#showMove(state, move))];
    const answers = [...ask, this.#answer('coach_ok', this.close)];
    const isUnsaid = move !== null && (isInHand || this.isGuide);
    const heard = isUnsaid ? { heard: this.#say('coach_marked', { move: this.#named(state, move) }) } : {};
    this.#shown = { state, value: { about: null, answers, ...heard, ...said } };
  }

  readonly #showMove = (state: MatchState, move: Move, text = this.#readyText(state, move)): void =>
    this.#show(state, { text, move, isInHand: true });

  /** What makes a move that is in the hand. */
  #press(move: Move): string {
    const button = this.#deps.coach.button?.(move, this.#session.choices) ?? null;
    return button === null ? this.#say('coach_again') : this.#say('coach_press', { button: { words: [button] } });
  }

  /** What a move in the hand brings, if the person can know it and it is short enough, and what makes the move. */
  #readyText(state: MatchState, move: Move): string {
    const press = this.#press(move);
    const texts = this.#effects(state, move).map(({ key, inputs }) => {
      const own = key.replace('moment_', 'own_');
      return `${this.#say(this.#sentences?.keys.includes(own) === true ? own : key, inputs)} ${press}`;
    });
    const short = texts.find((text) => !this.isGuide || text.split(' ').length <= FEW_WORDS);
    return short ?? `${this.#say('coach_ready')} ${press}`;
  }

  #named({ game }: MatchState, move: Move): FactInput {
    const word = this.#deps.coach.moveWords?.(move) ?? null;
    return word === null ? game.formatMove(move) : { words: [word] };
  }

  /** What a move of the person brings, and why it can be good, as far as they can know it. */
  #effects(state: MatchState, move: Move): readonly Fact[] {
    const { game, setup, position } = state;
    const { secrets } = game;
    const knowledge = secrets.knowledge(position, this.#own);
    const rng = new SeededRng(`${SEED}/${state.moves.length}`);
    const { coach } = this.#deps;
    const turns = Array.from({ length: secrets.hides(setup.options) ? WORLDS : 1 }, () =>
      turnFrom(game, secrets.sample(knowledge, rng), [move], { own: this.#own }),
    );
    const brought = (fact: Fact | null): Fact | null =>
      coach.unpraised?.includes(fact?.key ?? '') === true ? null : momentOf(fact);
    return [
      turns.map((turn) => brought(coach.intent(turn))),
      turns.map((turn) => coach.reason?.(turn) ?? null),
    ].flatMap(([first = null, ...others]) => {
      const isKnown = others.every((fact) => canonicalJson(fact) === canonicalJson(first));
      return first !== null && isKnown && this.#sentences?.praises(first.key) === true ? [first] : [];
    });
  }

  #count(state: MatchState): void {
    const key = canonicalJson(this.#session.match.view);
    if (this.#hinted.has(key) || this.#session.state !== state) return;
    this.#hinted.add(key);
    this.#session.countHint();
  }

  #request(state: MatchState, nodes: number) {
    const { game, setup, moves, position } = state;
    const knowledge = game.secrets.knowledge(position, position.turn);
    return { game: game.id, options: setup.options, knowledge, nodes, seed: `${SEED}/${moves.length}` };
  }

  /** What is said without being asked. A rule that applies for the first time comes before the sentence about the bot's move. */
  #news(state: MatchState): Said | null {
    const { guide, canPlay } = this.#session;
    const isGuide = this.isGuide;
    if (this.#read === state || (isGuide && (guide ?? 0) > state.moves.length)) return null;
    const found = this.#found(state);
    if (found === null) return null;
    // The first move comes into the hand without a press. A bubble that speaks of no move shows none, one that does shows it in any turn.
    const { moves } = this.#bubble(state) ?? {};
    const isShown = moves === undefined ? this.#isShownTurn(state) : moves.length > 0;
    const mayShow = canPlay && this.#hasMoved(state) && isShown;
    const answers = [
      ...(mayShow ? [this.#answer('coach_show', () => void this.hint())] : []),
      ...(this.#isRegret(state) ? [this.#answer('coach_back', () => this.#session.takeBack())] : []),
      this.#answer('coach_ok', this.close),
      ...(isGuide ? [this.#answer('coach_never', this.#never)] : []),
    ];
    return { ...found, move: null, answers };
  }

  #isRegret(state: MatchState): boolean {
    const { lastTurn, canPlay } = this.#session;
    return (
      canPlay && this.#regretted > 0 && lastTurn?.to === this.#regretted - 1 && state.moves.length > this.#regretted
    );
  }

  #found(state: MatchState): Pick<Said, 'text' | 'about' | 'key'> | null {
    // A rule is said only once: the button that takes a bad move back stands below it.
    const bubble = this.#bubble(state);
    if (bubble !== undefined) return { text: this.#say(bubble.key), about: bubble.about, key: bubble.key };
    if (this.#isRegret(state)) return { text: this.#say('coach_regret'), about: null };
    const isShown = this.#isShownTurn(state);
    const intent = this.#deps.wants.coach || isShown ? this.#intent(state) : null;
    if (intent !== null) return { text: this.#say(intent.key, intent.inputs), about: 'last', key: intent.key };
    return isShown && this.#session.canPlay ? { text: this.#say('coach_turn'), about: null } : null;
  }

  /** What the last turn of a bot is for: not while it can still go on. */
  #intent(state: MatchState): Fact | null {
    const { seat = this.#own, turnIndex = -1 } = state.moves.at(-1) ?? {};
    const isAnswer = this.#session.isRemote(seat) && state.position.turnIndex !== turnIndex;
    const turn = isAnswer ? lastSeenTurn(state, this.#own) : null;
    const fact = turn === null ? null : this.#deps.coach.intent(turn);
    return this.#deps.coach.shown?.includes(fact?.key ?? '') === true ? null : fact;
  }

  /** The judgements before which it asks; `null`: none. */
  get #asks(): ReadonlySet<string> | null {
    return this.isGuide ? BAD : this.#deps.wants.warnings ? BLUNDERS : null;
  }

  /** Plays a move, unless it is bad: then it asks first, once in a position. */
  readonly #weigh = (move: Move, play: () => void): void => {
    const { state } = this.#session;
    const asks = this.#asks;
    const key = canonicalJson(this.#session.match.view);
    const isOwn = [this.#shown, this.#kept].some((each) => each?.state === state && each.value.move === move);
    if (asks === null || isOwn || this.#warned.has(key)) return play();
    const weighed = { state, value: move };
    this.#weighed = weighed;
    void this.#judge(state, move).then((judged) => {
      if (this.#session.state !== state || this.#weighed !== weighed) return;
      const best = judged?.best.moves[0];
      if (judged === null || best === undefined || best === move || !asks.has(judged.label)) return play();
      if (this.#isWorse(state, best, move)) return play();
      this.#warned.add(key);
      const insist = (): void => {
        this.#regretted = state.moves.length + 1;
        play();
      };
      this.#show(state, {
        text: this.isGuide ? this.#say('coach_better') : this.#warningText(state, move, judged),
        move: best,
        isQuestion: true,
        answers: [this.#answer('coach_show', () => this.#showMove(state, best)), this.#answer('coach_mine', insist)],
      });
    });
  };

  /** `null` if nothing is known about it in time. */
  #judge(state: MatchState, move: Move): Promise<Judged | null> {
    const nodes = this.isGuide ? GUIDE_NODES : WARNING_NODES;
    // Without a judgement there is no question, and the game continues.
    const judgement = this.#deps.adviser.judge({ ...this.#request(state, nodes), move }).catch(() => null);
    return Promise.race([judgement, pause(LATEST)]);
  }

  #warningText(state: MatchState, made: Move, judged: Judged): string {
    const sentences = this.#sentences;
    if (sentences === null) return '';
    const move = this.#named(state, judged.best.moves[0] ?? 0);
    const fact = warningFact(judged, { unit: judged.unit, seat: this.#own, move, sentences });
    const reason = this.#reason(state, made, judged);
    return [this.#say(fact.key, fact.inputs), ...(reason === null ? [] : [reason])].join(' ');
  }

  /** Why a move is bad: what is wrong with it at once, or what the expected reply does. */
  #reason(state: MatchState, made: Move, { played }: Judged): string | null {
    const { coach } = this.#deps;
    const { game, setup } = state;
    const position = state.position.clone();
    const own = turnFrom(game, position, [made], { own: this.#own });
    const flaw = coach.flaw?.(own) ?? null;
    if (flaw !== null) return this.#say(flaw.key, flaw.inputs);
    const [, reply] = played.moves;
    // In a game with secrets it is not known what a reply reveals.
    if (reply === undefined || game.secrets.hides(setup.options)) return null;
    if (!this.#session.isRemote(position.turn) || !isLegal(game, position, reply)) return null;
    const fact = coach.intent(turnFrom(game, position, [reply], { own: this.#own }));
    if (fact === null) return null;
    const said = this.#sentences?.say(fact, this.#session.people, { isInline: true }) ?? '';
    return this.#say('coach_warn_reply', { move: this.#named(state, reply), fact: said });
  }
}

/** The coach of a person who plays alone. It has a worker of its own, so that it never delays the bots. Rejects if the server cannot be reached. */
export async function createCoach(
  session: LocalSession,
  wants: CoachDeps['wants'] & { readonly language: string },
): Promise<TableCoach> {
  const { game, own } = session;
  const [coach, sentences] = await Promise.all([loadCoach(game.id), loadSentences(game.id, wants.language)]);
  const made = new TableCoach(session, own ?? 0, { coach, adviser: new WorkerBot(), wants });
  made.speak(sentences);
  return made;
}
