import { expect, test } from 'vitest';
import { isPublicAddress } from '../../src/lib/addresses.ts';
import { isPushEndpoint, publicLookup } from '../../src/notifications/push-endpoint.ts';

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
    '3fff:fff::1',
    '192.88.99.1',
    '64:ff9b:1::1',
    '100::1',
    '5f00::1',
    '192.0.0.8',
    'name',
  ];
  expect(refused.filter((each) => isPublicAddress(each))).toEqual([]);
  const allowed = [
    '142.250.1.1',
    '172.32.0.1',
    '192.88.98.1',
    '192.88.100.1',
    '3ffe::1',
    '2a00:1450:4001::1',
    '2606:4700::1',
  ];
  expect(allowed.filter((each) => !isPublicAddress(each))).toEqual([]);
});

test('a name is looked up, and only its public addresses are used', async () => {
  const found = (name: string, all: boolean) =>
    new Promise((resolve) => {
      publicLookup(name, { all }, (error, address, family) => resolve(error?.message ?? [address, family]));
    });
  expect(await found('localhost', true)).toBe('localhost has no public address');
  expect(await found('localhost', false)).toBe('localhost has no public address');
  // An address is its own answer: nothing is sent.
  expect(await found('142.250.1.1', true)).toEqual([[{ address: '142.250.1.1', family: 4 }], undefined]);
  expect(await found('142.250.1.1', false)).toEqual(['142.250.1.1', 4]);
  expect(await found('no-such-name.invalid', false)).toMatch(/^getaddrinfo /);
});

test('a push service has an address with HTTPS on its usual port and a name on the internet', () => {
  const accepted = [
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://push.example.com:443/',
    'https://PUSH-2.example.com/a?b=c',
    'https://local.example.com/',
    'https://push.mylocal/',
  ];
  expect(accepted.filter((each) => !isPushEndpoint(each))).toEqual([]);
  const refused = [
    '',
    'push.example.com',
    'http://push.example.com/',
    'https://push.example.com:8443/',
    'https://user@push.example.com/',
    'https://:password@push.example.com/',
    'https://142.250.1.1/',
    'https://[2606:4700::1]/',
    'https://2130706433/',
    'https://push/',
    'https://push.example.com./',
    'https://.example.com/',
    'https://_push.example.com/',
    'https://push.example.com_/',
    'https://push.ex_ample.com/',
    'https://localhost/',
    'https://push.localhost/',
    'https://push.local/',
    'https://push.internal/',
    'https://push.home.arpa/',
  ];
  expect(refused.filter((each) => isPushEndpoint(each))).toEqual([]);
});
