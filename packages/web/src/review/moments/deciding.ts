import type { AnalysisLine, PlyAnalysis } from '@tablier/ai';
import type { GameRecord, Move, Seat } from '@tablier/core';
import type { ShownTurn } from '../../table/match-ui/turns.ts';

type Ended = Pick<GameRecord, 'moves' | 'end'>;
type Found = ReadonlyMap<number, PlyAnalysis>;

/** The line that the score of a position is taken from. */
export const bestOf = ({ analysis, judgement }: PlyAnalysis) =>
  judgement?.best ?? analysis.lines[0] ?? { moves: [], score: 0, values: [], isProven: false };

/**
 * The lines of a position, the best first, with that of the move played. None is shown as better than the first: of a line that the search
 * looked at less, the estimate is the luckier one.
 */
export function rankedLines(found: PlyAnalysis): readonly AnalysisLine[] {
  const { analysis, judgement } = found;
  const best = bestOf(found);
  const isOf = (line: AnalysisLine) => (other: AnalysisLine) => other.moves[0] === line.moves[0];
  const known = judgement === null || isOf(best)(judgement.played) ? [best] : [best, judgement.played];
  const others = analysis.lines.filter((line) => !known.some(isOf(line)));
  const capped = [...known.slice(1), ...others].map((line) => ({ ...line, score: Math.min(line.score, best.score) }));
  return [best, ...capped.toSorted((one, other) => other.score - one.score)];
}

/** The share of a win that each seat could expect after so many plies; empty where it is not known. */
function valuesOf({ moves, end }: Ended, found: Found): (ply: number) => readonly number[] {
  const result = end?.by === 'rules' ? end.places.map((place) => Number(place === 1)) : [];
  return (ply) => {
    const here = found.get(ply);
    if (here !== undefined) return bestOf(here).values;
    return ply === moves.length ? result : [];
  };
}

/** A turn of a finished game with what it changed. */
export interface DecidedTurn {
  /** The numbers of moves made before and after it. */
  readonly from: number;
  readonly to: number;
  readonly seat: Seat;
  /** Before and after it: the share of a win that each seat could expect. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** What a search expects from the positions before and after it, with everything visible. */
  readonly best: readonly Move[];
  readonly reply?: readonly Move[];
}

/** The turns with what they changed, without those that were not analysed. */
export function decidedTurns(record: Ended, turns: readonly ShownTurn[], found: Found): readonly DecidedTurn[] {
  const valuesAt = valuesOf(record, found);
  return turns.flatMap(({ ply: to, seat, texts }) => {
    const from = to - texts.length;
    const here = found.get(from);
    const [before, after] = [valuesAt(from), valuesAt(to)];
    if (here === undefined || before.length === 0 || after.length === 0) return [];
    const next = found.get(to);
    const reply = next === undefined ? [] : bestOf(next).moves;
    return [{ from, to, seat, before, after, best: bestOf(here).moves, reply }];
  });
}

/** How much a turn changed the chance of a seat: above 0 for the better. */
export const changeFor = ({ before, after }: DecidedTurn, seat: Seat): number =>
  (after[seat] ?? 0) - (before[seat] ?? 0);

/** The turns that changed the chance of a seat most, at most `most` of them, in the order of the game. */
export const decidingTurns = (turns: readonly DecidedTurn[], seat: Seat, most: number): readonly DecidedTurn[] =>
  turns
    .toSorted((one, other) => Math.abs(changeFor(other, seat)) - Math.abs(changeFor(one, seat)))
    .slice(0, most)
    .toSorted((one, other) => one.to - other.to);

/** A turn that lowers the chance is no good one, however many points it makes; less than half a per cent is not seen. */
const NO_LOSS = 0.005;

/** With a smaller chance no move is good: all of them lose. */
const HOPE = 0.02;

/** The best turn of a seat among those for which `hasReason` holds; `null` if there is none. */
export function finestTurn(
  turns: readonly DecidedTurn[],
  seat: Seat,
  hasReason: (turn: DecidedTurn) => boolean,
): DecidedTurn | null {
  const good = turns.filter(
    (turn) => turn.seat === seat && (turn.before[seat] ?? 0) >= HOPE && changeFor(turn, seat) >= -NO_LOSS,
  );
  return good.toSorted((one, other) => changeFor(other, seat) - changeFor(one, seat)).find(hasReason) ?? null;
}

/** A smaller rise of the winner's chance decides nothing. */
const LEAST_RISE = 0.12;

/** The turn after which the chance of the winner had risen most, no matter who made it; `null` if no single turn decided the game. */
export function turningTurn(turns: readonly DecidedTurn[], winner: Seat): DecidedTurn | null {
  const [most] = turns.toSorted((one, other) => changeFor(other, winner) - changeFor(one, winner));
  return most !== undefined && changeFor(most, winner) >= LEAST_RISE ? most : null;
}
