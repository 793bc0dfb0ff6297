import { createHash } from 'node:crypto';
import { makeSetup, makeRecord, SeededRng, shuffleText } from '@tablier/core';
import { masker } from '@tablier/games/masker';
import { describe, expect, it } from 'vitest';
import { checkDeal, storedDealHash, storeDealHash } from '../../../src/play/online/deal-hash.ts';

const options = { touch: 'side', board: 'flat' };
const setup = makeSetup(masker, { options, players: 2, deal: masker.deals.draw(options, 2, new SeededRng(3)) });
if (!setup.ok) throw new Error(setup.error.detail);
const record = makeRecord(masker, setup.value, []);
const nonce = '5a'.repeat(32);
const hash = createHash('sha256').update(shuffleText(record, nonce)).digest('hex');
const other = { ...record, deal: masker.deals.draw(options, 2, new SeededRng(4)) };

describe('the check of a deal', () => {
  it('succeeds if deal, nonce and hash are those of the start', async () => {
    expect(await checkDeal({ record, hash, nonce }, hash)).toBe('right');
    expect(await checkDeal({ record, hash, nonce }, null)).toBe('right_unnoted');
  });

  it('detects another deal, another nonce, other options and another hash', async () => {
    const changed = `${hash.startsWith('0') ? '1' : '0'}${hash.slice(1)}`;
    expect(await checkDeal({ record: other, hash, nonce }, hash)).toBe('wrong_deal');
    expect(await checkDeal({ record, hash, nonce: '5b'.repeat(32) }, hash)).toBe('wrong_deal');
    expect(await checkDeal({ record: { ...record, players: 3 }, hash, nonce }, hash)).toBe('wrong_deal');
    expect(await checkDeal({ record, hash: changed, nonce }, null)).toBe('wrong_deal');
  });

  it('detects a server that deals again and makes a new hash for it', async () => {
    const again = createHash('sha256').update(shuffleText(other, nonce)).digest('hex');
    expect(await checkDeal({ record: other, hash: again, nonce }, null)).toBe('right_unnoted');
    expect(await checkDeal({ record: other, hash: again, nonce }, hash)).toBe('wrong_hash');
  });
});

describe('the hash of a table', () => {
  it('is stored once: the first one stays', () => {
    expect(storedDealHash('table')).toBeNull();
    storeDealHash('table', hash);
    storeDealHash('table', 'another');
    storeDealHash('elsewhere', 'another');
    expect([storedDealHash('table'), storedDealHash('elsewhere'), storedDealHash('nowhere')]).toEqual([
      hash,
      'another',
      null,
    ]);
  });
});
