import { expect, test } from 'vitest';
import { abuse } from '../../../prove/abuse/index.ts';

test('the server answers every message by name or closes the connection, and honest players notice nothing', async () => {
  const options = {
    messages: 4_000,
    connections: 12,
    tables: 3,
    crawlers: 2,
    attack: 'fuzz',
    scale: 'short',
    store: 'sqlite',
    seed: '1928222326',
  };
  const { ok, figures } = await abuse.run(options, () => undefined);
  expect(ok, JSON.stringify(figures)).toBe(true);
  expect(figures['sent']).toBeGreaterThanOrEqual(options.messages);
  // A busy machine must not fail the test.
}, 900_000);
