import { NOBODY, type Seat } from '@tablier/core';
import { fullPile, sideCount } from './options.ts';
import { capturesIn, type Exit, type MaskerPosition, seatIn, turnWord } from './position.ts';
import { LETTERS } from './tables.ts';

/** The seats that give crosses when a player out of three is out, in the order of [M13]. */
const giversTo = (side: number): readonly number[] => [(side + 1) % 3, (side + 2) % 3];

/** The seat that owes what the others could not give: the one that put the player out, or the next one if they did so themselves [M13]. */
const debtorAfter = ({ side, by }: Exit): Seat => (by === side ? (side + 1) % 3 : by);

/**
 * By seat: the crosses that it keeps, as letters, bottom first. A position keeps their number only, which costs a search nothing; the crosses
 * follow from the captures of each turn. Given crosses come from the top of a pile [M13].
 */
export function pilesOf(position: MaskerPosition): string[] {
  const { earlier, board, turnIndex, players } = position;
  const piles = Array.from({ length: players }, (_, seat) => [...(earlier.piles[seat] ?? '')]);
  const exit = sideCount(players) === 3 ? position.firstExit : null;
  let { debtor } = earlier;
  const transfer = (): void => {
    if (exit === null) return;
    const own = piles[exit.side] ?? [];
    for (const seat of giversTo(exit.side))
      for (let given = exit.given[seat] ?? 0; given > 0; given--) own.push(piles[seat]?.pop() ?? '');
    debtor = own.length < fullPile(players) ? debtorAfter(exit) : NOBODY;
  };
  for (let turn = earlier.turnIndex; turn <= turnIndex; turn++) {
    const word = turn < turnIndex ? (board.trails[turn] as number) : turnWord(position.turn, position.trail);
    const seat = seatIn(word);
    const captures = capturesIn(word);
    const isExit = exit?.turn === turn;
    const last = isExit ? captures.findLastIndex(({ cross }) => position.owners[cross] === exit.side) : -1;
    for (const [index, { cross }] of captures.entries()) {
      if (turn === earlier.turnIndex && index < earlier.captures) continue;
      const receiver = seat === debtor && exit !== null ? exit.side : seat;
      piles[receiver]?.push(LETTERS.charAt(cross));
      if (receiver !== seat && piles[receiver]?.length === fullPile(players)) debtor = NOBODY;
      if (index === last && exit?.by !== exit?.side) transfer();
    }
    // Players who put themselves out end their turn with the transfer.
    if (isExit && exit.by === exit.side) transfer();
  }
  return piles.map((pile) => pile.join(''));
}
