import { sitDown, terms } from '@tablier/testkit/online';
import { pause } from '../../lib/figures.ts';
import type { Attack } from './attack.ts';
import { playOpening } from './opening.ts';
import type { Target } from './target.ts';

export const privateGames: Attack = {
  name: 'private-games',
  finding: 'games of tables that only have a link are in the public list, with deal and moves',
  run: async (target) => {
    const before = await listed(target);
    await playTo(target, 'link');
    const hidden = (await listed(target)).filter((id) => !before.includes(id));
    target.expect(hidden.length === 0, `${hidden.length} games of a private table are listed`);
    await playTo(target, 'open');
    const shown = (await listed(target)).filter((id) => !before.includes(id) && !hidden.includes(id));
    target.expect(shown.length > 0, 'no game of an open table is listed');
  },
};

/** A game of Isaac: two moves, then a resignation. */
async function playTo(target: Target, visibility: 'link' | 'open'): Promise<void> {
  const [host, guest] = await Promise.all((await target.guests(2)).map((visitor) => target.connect(visitor)));
  if (host === undefined || guest === undefined) throw new Error('no players');
  const table = await sitDown([host, guest], terms('isaac', { visibility }));
  await playOpening([host, guest], table, 4);
  await target.command(host, { kind: 'act', table, action: { kind: 'resign' } });
  await guest.view(table, ({ phase }) => phase === 'over');
  await pause(500);
}

/** The games of Isaac in the public list. Other attacks play other games. */
async function listed(target: Target): Promise<readonly string[]> {
  const answer = await target.request('GET', '/api/v1/records?limit=100', { as: target.anonymous() });
  const { games } = JSON.parse(answer?.body ?? '{"games":[]}') as {
    readonly games: readonly { readonly id: string; readonly game: string; readonly plies: number }[];
  };
  return games.filter(({ game, plies }) => game === 'isaac' && plies === 4).map(({ id }) => id);
}
