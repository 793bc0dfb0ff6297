import type { Hint, Judgement, ScoreUnit } from '@tablier/ai';
import type { Fact, FactInput } from '../../board/coach.ts';
import type { Sentences } from './sentences.ts';

/** Below this difference the second-best move is called about as good: points, or a share of a win. */
const CLOSE = { points: 0.5, chance: 0.02 } as const;

/** The text of a hint about its move. */
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

/** The text of a warning about a blunder of a seat. `move`: the better one. */
export function warningFact(
  { best, played, cost }: Judgement,
  {
    unit,
    seat,
    move,
    sentences,
  }: {
    readonly unit: ScoreUnit;
    readonly seat: number;
    readonly move: FactInput;
    readonly sentences: Sentences;
  },
): Fact {
  const isProven = best.isProven && played.isProven;
  if (isProven) return { key: best.values[seat] === 1 ? 'coach_warn_proven' : 'coach_warn_draw', inputs: { move } };
  if (unit === 'points') return { key: 'coach_warn_points', inputs: { move, points: { decimal: Math.round(cost) } } };
  return { key: 'coach_warn_chance', inputs: { move, share: sentences.share(cost) } };
}
