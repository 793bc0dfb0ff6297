import type { PlyAnalysis } from '@tablier/ai';
import type { Move } from '@tablier/core';
import { fill } from '../../lib/language.ts';
import type { Seen } from '../../table/commands/at-table.ts';
import { bestOf, rankedLines } from '../moments/deciding.ts';
import type { ScoreTexts, Words } from './words.ts';

interface Telling {
  readonly words: Words;
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
  { words, texts, nameOf, tell }: Telling,
  isAsking: boolean,
): NonNullable<Seen['found']> {
  if (isAsking) return { best: [words.analysis_hidden], worth: [words.analysis_hidden] };
  const { analysis, judgement, seat } = found;
  const best = rankedLines(found).map((line) => {
    const worth = [texts.score(line, analysis.unit), texts.proof(line, seat)].filter(Boolean).join(', ');
    return `${worth}: ${tell(line.moves.slice(0, HEARD)).join(' ')}`;
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
