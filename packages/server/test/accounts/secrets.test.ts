import type { Account, Session } from '@tablier/store';
import { beforeEach, describe, expect, test } from 'vitest';
import { credentialsOf, isIdle, passkeyName } from '../../src/accounts/people.ts';
import {
  CHALLENGE_LIFETIME,
  createChallenges,
  type ChallengeScope,
  createDevices,
  ServerKey,
} from '../../src/accounts/signatures.ts';
import { RESET_LIFE, resetPath } from '../../src/accounts/passwords.ts';
import { siteOf } from '../../src/accounts/passkeys.ts';
import { systemChance } from '../../src/lib/context.ts';
import { createMailLinks } from '../../src/notifications/mail-links.ts';
import { AT, storeOfFile } from '../a-store.ts';

const home = storeOfFile();

/** The text with one of its characters replaced. */
const changed = (text: string, index: number): string =>
  `${text.slice(0, index)}${text[index] === 'A' ? 'B' : 'A'}${text.slice(index + 1)}`;

describe('a challenge', () => {
  const SCOPE: ChallengeScope = { purpose: 'sign-in', holder: 'session', host: 'club.example' };
  let now = AT;
  const challenges = () => createChallenges(new ServerKey(home.store, systemChance, 'challenges'), () => now);
  const issue = async () => Buffer.from(await challenges().issue(SCOPE)).toString('base64url');

  test('is valid for its purpose, its holder and its host only, on any node', async () => {
    const challenge = await issue();
    expect(await challenges().isValid(challenge, SCOPE)).toBe(true);
    for (const other of [{ purpose: 'confirm' }, { holder: 'another' }, { host: 'other.example' }] as const)
      expect(await challenges().isValid(challenge, { ...SCOPE, ...other }), JSON.stringify(other)).toBe(false);
  });

  test('is another one each time, and cannot be changed', async () => {
    const [one, other] = [await issue(), await issue()];
    expect(one).not.toBe(other);
    for (const index of [0, 25, 40]) expect(await challenges().isValid(changed(one, index), SCOPE)).toBe(false);
    for (const wrong of ['', one.slice(0, -4), `${one}AAAA`])
      expect(await challenges().isValid(wrong, SCOPE), wrong).toBe(false);
  });

  test('expires', async () => {
    const challenge = await issue();
    now += CHALLENGE_LIFETIME;
    expect(await challenges().isValid(challenge, SCOPE)).toBe(true);
    now += 1;
    expect(await challenges().isValid(challenge, SCOPE)).toBe(false);
    expect(CHALLENGE_LIFETIME).toBe(300_000);
  });
});

describe('the cookie of a browser', () => {
  const devices = () => createDevices(new ServerKey(home.store, systemChance, 'devices'), systemChance);

  test('names the browser for its username only', async () => {
    const [one, other] = [await devices().issue('ada'), await devices().issue('ada')];
    const [id] = one.split('.');
    expect(await devices().find(one, 'ada')).toBe(id);
    expect(await devices().find(other, 'ada')).not.toBe(id);
    expect(await devices().find(one, 'bob')).toBeNull();
  });

  test('cannot be made', async () => {
    const cookie = await devices().issue('ada');
    for (const wrong of [null, '', '.', 'id', changed(cookie, 0), changed(cookie, 30), `${cookie.split('.')[0]}.`])
      expect(await devices().find(wrong, 'ada'), String(wrong)).toBeNull();
  });
});

describe('a link in a mail', () => {
  let now = AT;
  beforeEach(() => {
    now = AT;
  });
  const links = (name = 'mail') => createMailLinks(new ServerKey(home.store, systemChance, name), () => now);
  const LINK = { purpose: 'confirm', account: 'ada', address: 'ada@club.example', until: AT + 10 } as const;

  test('does what it says, until it is too late', async () => {
    const text = await links().write(LINK);
    expect(await links().read(text, 'confirm')).toEqual(LINK);
    expect(await links().read(text, 'stop')).toBeNull();
    now = AT + 10;
    expect(await links().read(text, 'confirm')).toEqual(LINK);
    now = AT + 11;
    expect(await links().read(text, 'confirm')).toBeNull();
    const lasting = { ...LINK, purpose: 'stop', until: null } as const;
    expect(await links().read(await links().write(lasting), 'stop')).toEqual(lasting);
  });

  test('cannot be made or changed', async () => {
    const text = await links().write(LINK);
    expect(await links('other').read(text, 'confirm')).toBeNull();
    const edited = [text.slice(0, -4), `${text}AAAA`, `${text}.x`, `.${text}`, changed(text, 3), changed(text, 40)];
    for (const wrong of [undefined, 7, '', '.', ...edited])
      expect(await links().read(wrong, 'confirm'), String(wrong)).toBeNull();
  });

  test('has at most 2,000 characters', async () => {
    // Three bytes are four characters; the nonce and the tag are 28 bytes.
    const others = JSON.stringify({ ...LINK, address: '' }).length;
    const longest = { ...LINK, address: 'x'.repeat((2000 * 3) / 4 - 28 - others) };
    const text = await links().write(longest);
    expect(text).toHaveLength(2000);
    expect(await links().read(text, 'confirm')).toEqual(longest);
    const longer = await links().write({ ...longest, address: `${longest.address}x` });
    expect(await links().read(longer, 'confirm')).toBeNull();
  });
});

describe('an account', () => {
  const account = (passwordHash: string | null, passkeys: number): Account =>
    ({ passwordHash, passkeys: Array.from({ length: passkeys }) }) as unknown as Account;

  test('has a credential for its password and for each passkey', () => {
    expect([account(null, 0), account('hash', 0), account(null, 2), account('hash', 2)].map(credentialsOf)).toEqual([
      0, 1, 2, 3,
    ]);
  });

  test('has sessions that end after 90 days without use', () => {
    const day = 86_400_000;
    const isOver = (days: number): boolean => isIdle({ usedOn: 1000 * day } as Session, (1000 + days) * day);
    expect([isOver(0), isOver(90), isOver(90.9), isOver(91)]).toEqual([false, false, false, true]);
  });

  test('has passkeys whose names do not tell their ids', () => {
    expect(passkeyName('key')).toMatch(/^[\w-]{22}$/);
    expect(passkeyName('key')).not.toBe(passkeyName('another'));
    expect(passkeyName('key')).toBe(passkeyName('key'));
  });

  test('gets a link whose secret is not sent to the server', () => {
    expect(resetPath('secret')).toBe('/reset#secret');
    expect(RESET_LIFE).toBe(3_600_000);
  });
});

describe('the site of a request', () => {
  test('is its host, with encryption', () => {
    const club = { host: 'club.example', origin: 'https://club.example' };
    expect(siteOf({ host: 'club.example' })).toEqual(club);
    expect(siteOf({ host: 'club.example', origin: 'http://club.example' })).toEqual(club);
    expect(siteOf({ host: 'club.example:8443' })).toEqual({
      host: 'club.example',
      origin: 'https://club.example:8443',
    });
  });

  test('needs no encryption on this machine, unless the browser uses it', () => {
    const plain = { host: 'localhost', origin: 'http://localhost:3000' };
    expect(siteOf({ host: 'localhost:3000' })).toEqual(plain);
    expect(siteOf({ host: 'localhost:3000', origin: 'http://localhost:3000' })).toEqual(plain);
    expect(siteOf({ host: 'localhost:3000', origin: 'https://localhost:3000' })).toEqual({
      host: 'localhost',
      origin: 'https://localhost:3000',
    });
    expect(siteOf({ host: 'a.localhost' })).toEqual({ host: 'a.localhost', origin: 'http://a.localhost' });
    expect(siteOf({ host: 'xlocalhost' })).toEqual({ host: 'xlocalhost', origin: 'https://xlocalhost' });
  });

  test('is none at the address of a network, and without a host', () => {
    for (const host of ['192.0.2.1', '192.0.2.1:3000', '[2001:db8::1]', '[2001:db8::1]:3000', '', 'a b'])
      expect(siteOf({ host }), host).toBeNull();
    expect(siteOf({})).toBeNull();
  });
});
