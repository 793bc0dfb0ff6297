import { terms } from '@tablier/testkit/online';
import type { Attack } from './attack.ts';

export const headStreams: Attack = {
  name: 'head-streams',
  finding: 'HEAD opens event streams that live without a connection, until a whole address has none left',
  run: async (target) => {
    const host = await target.connect(await target.guest());
    const table = await target.open(host, terms('isaac', { visibility: 'open', chairs: ['me', 'open'] }));
    await host.view(table ?? '');
    const as = target.anonymous();
    const path = `/api/v1/tables/${table}/events`;
    for (let sent = 0; sent < target.size({ short: 8, full: 60 }); sent++) {
      const answer = await target.request('HEAD', path, { as });
      target.expect(answer?.status === 405, `HEAD of an event stream is answered ${answer?.status}`);
    }
    const ending = new AbortController();
    const headers = { 'x-forwarded-for': as.address, connection: 'close' };
    const { status } = await fetch(`${target.url}${path}`, { headers, signal: ending.signal });
    ending.abort();
    target.expect(status === 200, `after that, the address gets ${status} for its first stream`);
  },
};
