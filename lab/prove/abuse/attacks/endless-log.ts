import { sitDown, terms } from '@tablier/testkit/online';
import { pause } from '../../lib/figures.ts';
import type { Attack } from './attack.ts';
import { playOpening } from './opening.ts';

/** How often take-backs may be requested and declined before the next move. */
const MAX_ASKED = 5;

export const endlessLog: Attack = {
  name: 'endless-log',
  finding: 'take-backs may be requested and declined without end: the log of a table has no limit',
  run: async (target) => {
    const [host, guest] = await Promise.all((await target.guests(2)).map((visitor) => target.connect(visitor)));
    if (host === undefined || guest === undefined) throw new Error('no players');
    const table = await sitDown([host, guest], terms('isaac', { takeBack: 'asked' }));
    await playOpening([host, guest], table, 2);
    let accepted = 0;
    for (let asked = 0; asked < target.size({ short: 15, full: 100 }); asked++) {
      const answer = await target.command(host, { kind: 'act', table, action: { kind: 'take-back', to: 0 } });
      const declined = { kind: 'act', table, action: { kind: 'answer-take-back', accept: false } } as const;
      if (answer === 'done') accepted += Number((await target.command(guest, declined)) === 'done');
      await pause(110);
    }
    target.figures['take-backs asked for and declined'] = accepted;
    target.expect(accepted <= MAX_ASKED, `${accepted} take-backs were requested and declined without a move`);
  },
};
