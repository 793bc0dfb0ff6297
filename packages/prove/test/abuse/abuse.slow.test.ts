import { expect, test } from 'vitest';
import { abuse } from '../../src/abuse/index.ts';

test('whatever is sent is answered by name or ends its line, and those who just play do not notice', async () => {
  const options = { messages: 8_000, lines: 12, tables: 3, crawlers: 2, attack: 'fuzz', scale: 'short', seed: '' };
  const { ok, figures } = await abuse.run(options, () => undefined);
  expect(ok, JSON.stringify(figures)).toBe(true);
  expect(figures['sent']).toBeGreaterThanOrEqual(options.messages);
  // A loaded machine is no reason to fail.
}, 240_000);
