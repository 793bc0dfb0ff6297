import { createHash } from 'node:crypto';
import { makeSetup, makeRecord, SeededRng, shuffleText } from '@tablier/core';
import { masker } from '@tablier/games/masker';
import { describe, expect, it } from 'vitest';
import { checkSeal, notedSeal, noteSeal } from '../../src/online/deal-hashes.ts';

const options = { touch: 'side', board: 'flat' };
const setup = makeSetup(masker, { options, players: 2, deal: masker.deals.draw(options, 2, new SeededRng(3)) });
if (!setup.ok) throw new Error(setup.error.detail);
const record = makeRecord(masker, setup.value, []);
const nonce = '5a'.repeat(32);
const hash = createHash('sha256').update(shuffleText(record, nonce)).digest('hex');
const other = { ...record, deal: masker.deals.draw(options, 2, new SeededRng(4)) };

describe('the check of a deal', () => {
  it('is right where deal, nonce and hash are those of the start', async () => {
    expect(await checkSeal({ record, hash, nonce }, hash)).toBe('right');
    expect(await checkSeal({ record, hash, nonce }, null)).toBe('right-unnoted');
  });

  it('catches another deal, another nonce, other options and another hash', async () => {
    const changed = `${hash.startsWith('0') ? '1' : '0'}${hash.slice(1)}`;
    expect(await checkSeal({ record: other, hash, nonce }, hash)).toBe('wrong-deal');
    expect(await checkSeal({ record, hash, nonce: '5b'.repeat(32) }, hash)).toBe('wrong-deal');
    expect(await checkSeal({ record: { ...record, players: 3 }, hash, nonce }, hash)).toBe('wrong-deal');
    expect(await checkSeal({ record, hash: changed, nonce }, null)).toBe('wrong-deal');
  });

  it('catches a server that deals anew and makes a new hash to go with it', async () => {
    const again = createHash('sha256').update(shuffleText(other, nonce)).digest('hex');
    expect(await checkSeal({ record: other, hash: again, nonce }, null)).toBe('right-unnoted');
    expect(await checkSeal({ record: other, hash: again, nonce }, hash)).toBe('wrong-hash');
  });
});

describe('the hash of a table', () => {
  it('is noted once: the first one stays', () => {
    expect(notedSeal('table')).toBeNull();
    noteSeal('table', hash);
    noteSeal('table', 'another');
    noteSeal('elsewhere', 'another');
    expect([notedSeal('table'), notedSeal('elsewhere'), notedSeal('nowhere')]).toEqual([hash, 'another', null]);
  });
});
