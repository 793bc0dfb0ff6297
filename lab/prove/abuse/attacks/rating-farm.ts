import type { TableView } from '@tablier/protocol';
import { type TestClient, terms } from '@tablier/testkit/online';
import type { Attack } from './attack.ts';
import { newMember } from './members.ts';
import { playOpening } from './opening.ts';
import type { Target, Visitor } from './target.ts';

/** The most games of two opponents that are rated in a day. */
const MAX_OF_TWO = 5;

export const ratingFarm: Attack = {
  name: 'rating-farm',
  finding: 'a member gains any rating from accounts of their own that resign at once, or again and again',
  run: async (target) => {
    const address = target.newAddress();
    const visitors = [await newMember(target, 'farmer', address), await newMember(target, 'feeder', address)] as const;
    const players = [await target.connect(visitors[0]), await target.connect(visitors[1])] as const;
    const games = target.size({ short: 2, full: 8 });
    for (let game = 0; game < games; game++) await lose(target, players, { game, moves: 2 });
    const quick = await ratedGames(target, visitors[0]);
    target.expect(quick === 0, `${quick} games with one move each are rated`);
    const long = target.size({ short: 1, full: MAX_OF_TWO + 3 });
    for (let game = 0; game < long; game++) await lose(target, players, { game, moves: 10 });
    const rated = await ratedGames(target, visitors[0]);
    target.figures['rated games'] = rated;
    const right = Math.min(long, MAX_OF_TWO);
    target.expect(rated === right, `of ${long} games of the same two ${rated} are rated, not ${right}`);
  },
};

/** The second player resigns after some moves of both. They open tables in turn, so that the limit of one person does not end it. */
async function lose(
  target: Target,
  players: readonly [TestClient, TestClient],
  { game, moves }: { readonly game: number; readonly moves: number },
): Promise<void> {
  const [farmer, feeder] = players;
  const [host, guest] = game % 2 === 0 ? [farmer, feeder] : [feeder, farmer];
  const changes = { visibility: 'open', seating: 'drawn', rated: true } as const;
  const table = await target.open(host, terms('isaac', { ...changes, chairs: ['me', 'open'] }));
  if (table === null) throw new Error('no table');
  await guest.view(table);
  await target.command(guest, { kind: 'sit', table, chair: 1 });
  const isPlaying = ({ phase }: TableView): boolean => phase === 'playing';
  const { you } = await feeder.view(table, isPlaying);
  await farmer.view(table, isPlaying);
  await playOpening(you === 0 ? [feeder, farmer] : players, table, moves);
  await target.command(feeder, { kind: 'act', table, action: { kind: 'resign' } });
  const isOver = ({ phase }: TableView): boolean => phase === 'over';
  const { match } = await farmer.view(table, isOver);
  target.expect(match?.end?.by === 'resign', `the feeder loses by ${match?.end?.by}`);
}

async function ratedGames(target: Target, as: Visitor): Promise<number> {
  const answer = await target.request('GET', '/api/me/ratings', { as });
  if (answer?.status !== 200) throw new Error(`no ratings: ${answer?.status}`);
  const { ratings } = JSON.parse(answer.body) as { ratings: readonly { readonly games: number }[] };
  return ratings.reduce((sum, { games }) => sum + games, 0);
}
