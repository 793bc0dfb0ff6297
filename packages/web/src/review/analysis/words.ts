import type { AnalysisLine, MoveLabel, PlyAnalysis, ScoreUnit } from '@tablier/ai';
import type { Move, Seat } from '@tablier/core';
import { fill } from '../../lib/language.ts';
import { wordsLoader } from '../../lib/words-loader.ts';
import type { Seen } from '../../table/commands/at-table.ts';
import { bestOf, rankedLines } from '../moments/deciding.ts';
import type english from './words.en.json';
import * as m from '../../paraglide/messages.js';

export type Words = Readonly<Record<keyof typeof english, string>>;

export const loadWords = wordsLoader(import.meta.glob<Words>('./words.*.json', { import: 'default' }));

/** Signs after a move, as in chess. They need no translation. */
export const SIGNS: Readonly<Record<MoveLabel, string>> = {
  best: '',
  good: '',
  inaccuracy: '?!',
  mistake: '?',
  blunder: '??',
};

export class ScoreTexts {
  readonly words: Words;
  readonly #points: Intl.NumberFormat;
  readonly #cost: Intl.NumberFormat;
  readonly #share: Intl.NumberFormat;

  /** `language`: a language tag. */
  constructor(words: Words, language: string) {
    this.words = words;
    const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
    this.#points = new Intl.NumberFormat(language, { ...digits, signDisplay: 'exceptZero' });
    this.#cost = new Intl.NumberFormat(language, digits);
    this.#share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  }

  /** `+3.2` or `56 %` for the seat to move. */
  score({ score }: Pick<AnalysisLine, 'score'>, unit: ScoreUnit): string {
    // Not every language writes a minus sign.
    return unit === 'points' ? this.#points.format(score).replace('-', '−') : this.#share.format(score);
  }

  /** `45 %` */
  share(share: number): string {
    return this.#share.format(share);
  }

  /** `4.1 points` or `12 %`. */
  cost(cost: number, unit: ScoreUnit): string {
    return unit === 'points'
      ? fill(this.words.analysis_points, { points: this.#cost.format(cost) })
      : this.#share.format(cost);
  }

  /** What is proven about a line; `null` for nothing. */
  proof({ values, isProven }: AnalysisLine, seat: Seat): string | null {
    if (!isProven) return null;
    if (values[seat] === 1) return this.words.analysis_proven_win;
    return values[seat] === 0 ? this.words.analysis_proven_loss : this.words.analysis_proven_draw;
  }

  label(label: MoveLabel): string {
    return this.words[`analysis_label_${label}`];
  }
}

interface Telling {
  readonly texts: ScoreTexts;
  /** A move as it is written. */
  readonly nameOf: (move: Move) => string;
  /** The moves of a line in words. */
  readonly tell: (moves: readonly Move[]) => readonly string[];
}

/** How much of a line is read out: a move and its answer. */
const HEARD = 2;

/** The lines of a position and the judgement of its move as they are read out on request. `isAsking`: a better move is looked for, and stays untold. */
export function heardOf(
  found: PlyAnalysis,
  { texts, nameOf, tell }: Telling,
  isAsking: boolean,
): NonNullable<Seen['found']> {
  const { words } = texts;
  if (isAsking) return { best: [words.analysis_hidden], worth: [words.analysis_hidden] };
  const { analysis, judgement, seat } = found;
  const best = rankedLines(found).map((line) => {
    const worth = [texts.score(line, analysis.unit), texts.proof(line, seat)].filter(Boolean).join(', ');
    return `${m.label_before({ label: worth })} ${tell(line.moves.slice(0, HEARD)).join(' ')}`;
  });
  const score = texts.score(bestOf(found), analysis.unit);
  if (judgement === null) return { best, worth: [score] };
  const verdict = {
    move: nameOf(judgement.played.moves[0] ?? 0),
    label: texts.label(judgement.label),
    cost: texts.cost(judgement.cost, analysis.unit),
  };
  const text = judgement.label === 'best' ? words.analysis_tried_best : words.analysis_tried;
  return { best, worth: [score, fill(text, verdict)] };
}
