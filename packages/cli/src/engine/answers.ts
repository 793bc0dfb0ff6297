import { NOBODY, type Position } from '@tablier/core';
import { UsageError } from '../shared/errors.ts';

/** The answer to `query <what>`; throws a `UsageError` for an unknown question. */
export function answerQuery(position: Position, what: string): string {
  const player = /^p(\d)turn$/.exec(what)?.[1];
  if (player !== undefined) return String(position.turn === Number(player) - 1);
  switch (what) {
    case 'gameover':
      return String(position.turn === NOBODY);
    case 'turn':
      return position.turn === NOBODY ? 'none' : `p${position.turn + 1}`;
    case 'result':
      return resultOf(position);
    case 'scores':
      return position.outcome().scores.join(' ');
    case 'places':
      return position.outcome().places.join(' ');
    default:
      throw new UsageError(`unknown-query (${what})`);
  }
}

/** `p1win`, `p2win`, `draw` if all share the first place, `none` during the game; partners win as `p1win,p3win`. */
function resultOf(position: Position): string {
  if (position.turn !== NOBODY) return 'none';
  const { places } = position.outcome();
  const winners = places.flatMap((place, seat) => (place === 1 ? [`p${seat + 1}win`] : []));
  return winners.length === places.length ? 'draw' : winners.join(',');
}
