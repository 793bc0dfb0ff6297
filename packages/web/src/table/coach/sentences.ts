import { type Game, type Move, type Position, positionAfter, type Seat, type Viewer } from '@tablier/core';
import type { MatchState } from '@tablier/match';
import { isolated } from '@tablier/protocol/language';
import {
  type CoachWords,
  type Fact,
  type FactInput,
  loadCoachWords,
  type SeenTurn,
  type Sentence,
} from '../../games/coaches.ts';
import { joined, type People } from '../../lib/people.ts';
import type { Hint, Judgement, ScoreUnit } from '@tablier/ai';

export class Sentences {
  readonly #words: CoachWords;
  readonly #plurals: Intl.PluralRules;
  readonly #decimal: Intl.NumberFormat;
  readonly #share: Intl.NumberFormat;

  constructor(words: CoachWords, language: string) {
    this.#words = words;
    this.#plurals = new Intl.PluralRules(language);
    this.#decimal = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
    this.#share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  }

  /** `12 %` */
  share(share: number): string {
    return this.#share.format(share);
  }

  get keys(): readonly string[] {
    return Object.keys(this.#words);
  }

  /** Whether a text of the coach can say why a move was good: not if it is about what the player did to themselves. */
  praises(key: string): boolean {
    return key in this.#words && !(`${key}_self` in this.#words);
  }

  /** A fact in words; the key of the text if there is none, so that the gap is visible. `isInline`: within a sentence. */
  say({ key, inputs }: Fact, people: People, { isInline = false } = {}): string {
    const text = this.#words[key];
    if (text === undefined) return key;
    return this.#formOf(text, inputs).replaceAll(/\{(\w+)\}/g, (gap, name: string) => {
      const input = inputs[name];
      return input === undefined ? gap : this.#inputText(input, people, { isStart: name === 'who' && !isInline });
    });
  }

  #inputText(input: FactInput, people: People, { isStart }: { readonly isStart: boolean }): string {
    if (typeof input === 'number') return this.#decimal.format(input);
    if (typeof input === 'string') return input;
    if ('seat' in input) return isolated(isStart ? people.title(input.seat) : people.name(input.seat));
    if ('decimal' in input) return this.#decimal.format(rounded(input.decimal));
    return joined(input.words.map((word) => this.#plain(word)));
  }

  #plain(key: string): string {
    const text = this.#words[key];
    return typeof text === 'string' ? text : key;
  }

  #formOf(text: Sentence, inputs: Fact['inputs']): string {
    if (typeof text === 'string') return text;
    const forms = Object.entries(text[0].match);
    const chosen = forms.find(([conditions]) =>
      conditions.split(', ').every((condition) => {
        const [name = '', form = ''] = condition.split('=');
        return this.#matches(inputs[name], form);
      }),
    );
    // A language can have more plural forms than a text needs, such as that of millions in French.
    return (chosen ?? forms.at(-1))?.[1] ?? '';
  }

  #matches(input: FactInput | undefined, form: string): boolean {
    if (typeof input === 'number') return this.#plurals.select(input) === form;
    if (typeof input === 'object' && 'decimal' in input) return this.#plurals.select(rounded(input.decimal)) === form;
    return input === form;
  }
}

type Course = Pick<MatchState, 'game' | 'setup' | 'moves'>;

/** The last turn of a match, as far as it was made, as a seat saw it. `null` before the first move. */
export function lastSeenTurn(state: Course, own: Seat): SeenTurn | null {
  const last = state.moves.at(-1);
  if (last === undefined) return null;
  const first = state.moves.findLastIndex(({ seat, turnIndex }) => seat !== last.seat || turnIndex !== last.turnIndex);
  const moves = state.moves.map(({ move }) => move);
  const position = positionAfter(state.game, state.setup, moves.slice(0, first + 1));
  return turnFrom(state.game, position, moves.slice(first + 1), { own });
}

/** A turn from a position on, as its person or another viewer sees it. Changes the position. */
export function turnFrom(
  game: Game,
  position: Position,
  moves: readonly Move[],
  { own, viewer = own }: { readonly own: Seat; readonly viewer?: Viewer },
): SeenTurn {
  const before = game.view(position, viewer);
  for (const move of moves) position.play(move);
  return { before, moves, after: game.view(position, viewer), own };
}

/** The same fact as in a review, which names no player; `null` if it is too small there. */
export const momentOf = (fact: Fact | null): Fact | null =>
  fact === null || fact.inputs['points'] === 1 ? null : { ...fact, key: momentKey(fact.key) };

export const momentKey = (coachKey: string): string => coachKey.replace('coach_', 'moment_');

const rounded = (number: number): number => Math.round(10 * number) / 10;

/** Below this difference the second-best move is called about as good: points, or a share of a win. */
const CLOSE = { points: 0.5, chance: 0.02 } as const;

export function hintFact({ unit, seat, best, next, gap }: Hint, move: FactInput, sentences: Sentences): Fact {
  const value = best.isProven ? best.values[seat] : undefined;
  if (next === null) return { key: 'coach_hint_only', inputs: { move } };
  if (value === 0) return { key: 'coach_hint_loss', inputs: { move } };
  if (value === 1 && next.isProven && next.values[seat] !== 1) return { key: 'coach_hint_only_win', inputs: { move } };
  if (value === 1) return { key: 'coach_hint_win', inputs: { move } };
  if (value !== undefined) return { key: 'coach_hint_draw', inputs: { move } };
  if (gap < CLOSE[unit]) return { key: 'coach_hint_close', inputs: { move } };
  if (unit === 'points') return { key: 'coach_hint_points', inputs: { move, points: { decimal: gap } } };
  return { key: 'coach_hint_chance', inputs: { move, share: sentences.share(gap) } };
}

interface Warned {
  readonly unit: ScoreUnit;
  readonly seat: number;
  /** The better move. */
  readonly move: FactInput;
  readonly sentences: Sentences;
}

export function warningFact({ best, played, cost }: Judgement, { unit, seat, move, sentences }: Warned): Fact {
  const isProven = best.isProven && played.isProven;
  if (isProven) return { key: best.values[seat] === 1 ? 'coach_warn_proven' : 'coach_warn_draw', inputs: { move } };
  if (unit === 'points') return { key: 'coach_warn_points', inputs: { move, points: { decimal: Math.round(cost) } } };
  return { key: 'coach_warn_chance', inputs: { move, share: sentences.share(cost) } };
}

const WORDS = import.meta.glob<CoachWords>('./words.*.json', { import: 'default' });

export async function loadSentences(gameId: string, language: string): Promise<Sentences> {
  const [general, own] = await Promise.all([WORDS[`./words.${language}.json`]?.(), loadCoachWords(gameId, language)]);
  return new Sentences({ ...general, ...own }, language);
}
