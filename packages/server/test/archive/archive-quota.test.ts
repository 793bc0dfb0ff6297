import { expect, test } from 'vitest';
import { archiveQuota, type QuotaRefusal } from '../../src/archive/incoming.ts';

const DAY = 86_400_000;
const allowances = {
  person: { items: 3, bytes: 100 },
  address: { items: 4, bytes: 150 },
  all: { items: 6, bytes: 160 },
};
const of = (person: string, address: string, bytes = 10) => ({ person, address, bytes });
const name = (refusal: QuotaRefusal | null): string | null => refusal?.name ?? null;

test('the daily allowance of a person, an address and all people is counted in games', () => {
  const quota = archiveQuota(allowances, () => DAY * 7 + 1000);
  const ada = Array.from({ length: 4 }, () => name(quota(of('ada', '192.0.2.1'))));
  expect(ada).toEqual([null, null, null, 'too-many']);
  expect(quota(of('ada', '192.0.2.2')), 'from wherever').toEqual({ name: 'too-many', retryMs: DAY - 1000 });
  const others = ['bob', 'eve'].map((person) => name(quota(of(person, '192.0.2.1'))));
  expect(others, 'at one address').toEqual([null, 'too-many']);
  const far = ['192.0.2.3', '192.0.2.4', '192.0.2.5'].map((address) => quota(of(address, address)));
  expect(far).toEqual([null, null, { name: 'archive-full', retryMs: DAY - 1000 }]);
});

test('it is counted in bytes, and resets each day', () => {
  let now = DAY * 7;
  const quota = archiveQuota(allowances, () => now);
  expect(name(quota(of('ada', '192.0.2.1', 101)))).toBe('too-many');
  expect(name(quota(of('ada', '192.0.2.1', 100)))).toBeNull();
  expect(name(quota(of('bob', '192.0.2.1', 51)))).toBe('too-many');
  expect(name(quota(of('bob', '192.0.2.2', 61)))).toBe('archive-full');
  expect(name(quota(of('bob', '192.0.2.2', 60)))).toBeNull();
  now += DAY - 1;
  expect(name(quota(of('eve', '192.0.2.3', 1)))).toBe('archive-full');
  now += 1;
  expect(name(quota(of('ada', '192.0.2.1', 100)))).toBeNull();
});

test('a network of version 6 is one address', () => {
  const quota = archiveQuota(allowances, () => DAY);
  const taken = Array.from({ length: 5 }, (_, host) => name(quota(of(`p${host}`, `2001:db8::${host}`))));
  expect(taken).toEqual([null, null, null, null, 'too-many']);
});

test('all networks of one site of version 6 share eight times the allowance of an address', () => {
  const quota = archiveQuota({ ...allowances, all: { items: 1000, bytes: 10_000 } }, () => DAY);
  const taken = Array.from({ length: 33 }, (_, network) =>
    name(quota(of(`p${network}`, `2001:db8:1:${network}::1`, 1))),
  );
  expect(taken).toEqual([...Array.from({ length: 32 }, () => null), 'too-many']);
  expect(name(quota(of('far', '2001:db8:2::1')))).toBeNull();
});

test('the person who was quiet longest is forgotten when there are too many, and all people together never', () => {
  const many = { items: 100_000, bytes: 1e9 };
  const one = { items: 2, bytes: 1000 };
  const quota = archiveQuota({ person: one, address: many, all: { ...many, items: 50_002 } }, () => DAY);
  for (const person of ['first', 'ada', 'first', 'ada']) expect(quota(of(person, '192.0.2.1'))).toBeNull();
  expect([name(quota(of('first', '192.0.2.1'))), name(quota(of('ada', '192.0.2.1')))]).toEqual([
    'too-many',
    'too-many',
  ]);
  // With `first`, `ada`, one address and the sum of all this is one key too many.
  for (let person = 0; person < 49_997; person++) quota(of(`p${person}`, '192.0.2.1'));
  expect(name(quota(of('ada', '192.0.2.1')))).toBe('too-many');
  expect(quota(of('first', '192.0.2.1'))).toBeNull();
  expect(name(quota(of('someone', '192.0.2.1')))).toBe('archive-full');
});
