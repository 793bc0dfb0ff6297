import { strengthOf } from '@tablier/core';
import { formatClockTerms, recordOf } from '@tablier/match';
import { ratingPaceOf } from '@tablier/protocol';
import type { FinishedGame, FinishedSeat, SeatResult } from '@tablier/store';
import { type Chair, DELETED, isInLobby, type TableState } from './table-state.ts';

/**
 * The data of a finished match for searches and statistics. Everyone can find matches of the lobby; the statistics of a game also count
 * private games against bots. `null` if there is no result: the match is running or was aborted. `record`: its id in the archive.
 */
export function finishedGameOf(state: TableState, record: string): FinishedGame | null {
  const { id, head, match, chairs, turnedAt, beganAt } = state;
  if (match === null || match.end === null || match.end.by === 'abort') return null;
  const { scores, places } = match.end;
  const isListed = isInLobby(state);
  return {
    match: id,
    game: state.game.id,
    pace: ratingPaceOf(head.terms.clock),
    clock: formatClockTerms(head.terms.clock),
    endedAt: turnedAt,
    tookMs: Math.max(0, turnedAt - (beganAt ?? turnedAt)),
    plies: match.moves.length,
    endedBy: match.end.by,
    record,
    isListed,
    isCounted: isListed || chairs.some(({ kind }) => kind === 'bot'),
    opening: recordOf(match).moves,
    seats: chairs.map((chair, seat) => ({
      ...occupantOf(chair),
      place: places[seat] ?? chairs.length,
      score: scores[seat] ?? null,
      result: resultOf(places, seat),
    })),
  };
}

function occupantOf(chair: Chair): Pick<FinishedSeat, 'account' | 'bot'> {
  if (chair.kind === 'bot') return { account: null, bot: strengthOf(chair) };
  return { account: chair.kind === 'person' && chair.person !== DELETED ? chair.person : null, bot: null };
}

function resultOf(places: readonly number[], seat: number): SeatResult {
  if (places.every((place) => place === 1)) return 'drawn';
  return places[seat] === 1 ? 'won' : 'lost';
}
