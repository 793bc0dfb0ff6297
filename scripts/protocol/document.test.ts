import { readFileSync } from 'node:fs';
import { CLIENT_MESSAGES, SERVER_MESSAGES } from '@tablier/protocol';
import { expect, test } from 'vitest';
import { protocolDocument } from './document.ts';

test('docs/protocol.md is what the schemas say; `npm run docs` writes it anew', () => {
  expect(readFileSync(new URL('../../docs/protocol.md', import.meta.url), 'utf8')).toBe(protocolDocument());
});

test('every message has its section', () => {
  const document = protocolDocument();
  for (const kind of [...Object.keys(CLIENT_MESSAGES), ...Object.keys(SERVER_MESSAGES)]) {
    expect(document).toContain(`### \`${kind}\``);
  }
});
