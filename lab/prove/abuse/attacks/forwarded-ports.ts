import { inTurn } from '../../lib/figures.ts';
import type { Attack } from './attack.ts';

/** More guests than one address may create at once, with those that are refilled meanwhile. */
const MAX_GUESTS = 90;
const ASKED = 150;

export const forwardedPorts: Attack = {
  name: 'forwarded-ports',
  finding: 'behind a proxy that adds the port to a forwarded address, each connection counts as another address',
  run: async (target) => {
    const [address, site] = [target.newAddress(), target.newAddress().replaceAll('.', ':')];
    const forms = [(port: number) => `${address}:${port}`, (port: number) => `[2001:db8:${site}::7]:${port}`];
    for (const form of forms.slice(0, target.size({ short: 1, full: forms.length }))) {
      const ports = Array.from({ length: ASKED }, (_, index) => 20_000 + index);
      const answers = await inTurn(ports, 10, async (port) => {
        const as = { address: form(port), cookie: '' };
        return (await target.request('POST', '/api/guests', { as, body: { name: 'Port' } }))?.status;
      });
      const made = answers.filter((status) => status === 201).length;
      target.expect(made <= MAX_GUESTS, `${made} of ${ASKED} guests from one address with other ports`);
      target.expect(made > 0, `no guest from ${form(1)}`);
    }
  },
};
