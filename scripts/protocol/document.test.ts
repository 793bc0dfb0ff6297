import { readFileSync } from 'node:fs';
import {
  CLIENT_MESSAGES,
  CLOSE_CODES,
  ERROR_NAMES,
  MAX_WATCHED,
  PROTOCOL_VERSION,
  SERVER_MESSAGES,
} from '@tablier/protocol';
import { expect, test } from 'vitest';
import { formatted } from '../lib/markdown.ts';
import { protocolDocument } from './document.ts';
import { CLOSE_MEANINGS, MEANINGS } from './meanings.ts';

const PATH = new URL('../../docs/protocol.md', import.meta.url);
const document = protocolDocument();

test('docs/protocol.md is up to date with the schemas; `npm run docs` writes it', async () => {
  expect(readFileSync(PATH, 'utf8')).toBe(await formatted(PATH, document));
});

test('every message has a section', () => {
  for (const kind of [...Object.keys(CLIENT_MESSAGES), ...Object.keys(SERVER_MESSAGES)]) {
    expect(document).toContain(`### \`${kind}\``);
  }
});

test('every error and every close code has a meaning', () => {
  for (const name of ERROR_NAMES) expect(document).toMatch(new RegExp(`^- \`${name}\`: \\S`, 'm'));
  for (const [name, code] of Object.entries(CLOSE_CODES))
    expect(document).toMatch(new RegExp(`^- ${code} \`${name}\`: \\S`, 'm'));
});

test('every meaning is that of a name, in sentences', () => {
  expect(Object.keys(MEANINGS).toSorted()).toEqual(ERROR_NAMES.toSorted());
  for (const meaning of Object.values({ ...MEANINGS, ...CLOSE_MEANINGS })) expect(meaning).toMatch(/^[A-Z].+[.)]$/s);
});

test('types are written in the style of TypeScript', () => {
  expect(document).not.toContain('$defs');
  expect(document).not.toMatch(/^- [^:]*: `#/m);
  expect(document).toContain('- `change`: `Change`');
  expect(document).toContain('{ [key: text]: Change }');
});

test('the version, the lengths of ids and the limits match the code', () => {
  expect(document).toContain(`Version ${PROTOCOL_VERSION}.`);
  expect(document).toContain('- `id`: `id (1–64)`');
  expect(document).toContain('- `table`: `id (16–40)`');
  expect(document).toContain(`on one connection: ${MAX_WATCHED}.`);
});
