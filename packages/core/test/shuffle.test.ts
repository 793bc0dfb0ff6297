import { createHash } from 'node:crypto';
import { canonicalJson, shuffleText, verifyShuffle } from '@tablier/core';
import { describe, expect, test } from 'vitest';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const record = {
  game: 'masker',
  rules: 1,
  options: { tower: 'no', table: 'open' },
  players: 2,
  deal: { tokens: 'rb', grid: 'ry' },
};
const nonce = '00ff';
const text =
  '{"deal":{"grid":"ry","tokens":"rb"},"game":"masker","nonce":"00ff","options":{"table":"open","tower":"no"},"players":2,"rules":1}';

describe('a fair shuffle', () => {
  test('gives a text that does not depend on the order of keys', () => {
    expect(shuffleText(record, nonce)).toBe(text);
    expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
  });

  test('verifies for the deal and nonce of the hash, and for no other', async () => {
    const hash = sha256(text);
    expect(await verifyShuffle(hash, { record, nonce }, sha256)).toBe(true);
    const others = [
      { record, nonce: '00fe' },
      { record: { ...record, deal: { tokens: 'br', grid: 'ry' } }, nonce },
      { record: { ...record, players: 3 }, nonce },
    ];
    for (const other of others) expect(await verifyShuffle(hash, other, sha256)).toBe(false);
  });

  test('ignores the fields of the record that are not part of the shuffle', async () => {
    const ended = { ...record, moves: ['a1'], end: { by: 'resign' } };
    expect(await verifyShuffle(sha256(text), { record: ended, nonce }, (data) => Promise.resolve(sha256(data)))).toBe(
      true,
    );
  });
});
