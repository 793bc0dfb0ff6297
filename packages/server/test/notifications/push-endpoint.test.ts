import { expect, test } from 'vitest';
import { isPublicAddress, publicLookup } from '../../src/notifications/push-endpoint.ts';

test('only public addresses are connected to', async () => {
  const refused = [
    '127.0.0.1',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.31.0.1',
    '192.168.1.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:10.0.0.1',
    'fd00::1',
    'fe80::1',
    'ff02::1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
    'name',
  ];
  expect(refused.filter((each) => isPublicAddress(each))).toEqual([]);
  const allowed = ['142.250.1.1', '172.32.0.1', '2a00:1450:4001::1', '2606:4700::1'];
  expect(allowed.filter((each) => !isPublicAddress(each))).toEqual([]);
  const found = (all: boolean) =>
    new Promise((resolve) => {
      publicLookup('localhost', { all }, (error, address) => resolve(error?.message ?? address));
    });
  expect(await found(true)).toBe('localhost has no public address');
  expect(await found(false)).toBe('localhost has no public address');
});
