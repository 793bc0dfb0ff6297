import { terms } from '@tablier/testkit/online';
import type { Attack } from './attack.ts';

export const handmadeDeal: Attack = {
  name: 'handmade-deal',
  finding: 'a random landscape of Nasca accepts a deal made by hand: the record calls it random',
  run: async (target) => {
    const client = await target.connect(await target.guest());
    const deal = { neutrals: ['d8-f8', 'g7-h7', 'f3-f4', 'd6', 'h5', 'i3'] };
    const wanted = terms('nasca', { options: { landscape: 'random' }, deal });
    const answer = await target.command(client, { kind: 'open', terms: wanted });
    target.expect(answer !== 'done', 'a random landscape is made by hand');
  },
};
