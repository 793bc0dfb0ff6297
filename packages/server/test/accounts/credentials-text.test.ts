import { describe, expect, test } from 'vitest';
import { isEasyToGuess, parseNewUsername, parsePassword, parseUsername } from '../../src/accounts/passwords.ts';
import {
  challengeCookie,
  challengeHolderOf,
  deviceCookie,
  deviceOf,
  hasOldCookie,
  noSessionCookies,
  sessionCookies,
  tokensOf,
} from '../../src/accounts/authenticate.ts';

describe('a username', () => {
  test('is compared without case, without blanks around it, and in one Unicode form', () => {
    expect(parseUsername('  Ada   LOVELACE ')).toBe('ada lovelace');
    expect(parseUsername('Ａda')).toBe('ada');
    expect(parseUsername('Zoe\u0301')).toBe('zoé');
    expect(parseUsername('x'.repeat(60))).toBe('x'.repeat(60));
    expect(parseUsername('𝟙'.repeat(60))).toBe('1'.repeat(60));
  });

  test.each([
    [''],
    ['   '],
    ['x'.repeat(61)],
    ['a\u0000b'],
    ['a\ue000b'],
    ['a\u2028b\u0007'],
    [7],
    [null],
    [undefined],
  ])('cannot be %j', (data) => {
    expect(parseUsername(data)).toBeNull();
    expect(parseNewUsername(data)).toBeNull();
  });

  test('of an older version may hold invisible characters, a new one may not', () => {
    expect(parseUsername('a\u200bb')).toBe('a\u200bb');
    expect(parseNewUsername('a\u200bb')).toBeNull();
    expect(parseNewUsername(' Ada ')).toBe('ada');
  });
});

test('a password has 8 to 200 characters, compared in one Unicode form', () => {
  expect(parsePassword('1234567')).toBeNull();
  expect(parsePassword('12345678')).toBe('12345678');
  expect(parsePassword('🦊'.repeat(7))).toBeNull();
  expect(parsePassword('🦊'.repeat(200))).toBe('🦊'.repeat(200));
  expect(parsePassword('x'.repeat(201))).toBeNull();
  expect(parsePassword(' Ａbcdefgh')).toBe(' Abcdefgh');
  expect(parsePassword(12345678)).toBeNull();
});

describe('a password that others would try first', () => {
  test.each([
    ['password', []],
    ['PASSWORD', []],
    ['aaaaaaaaaaaa', []],
    ['abababababab', []],
    ['my-tablier-1', []],
    ['xX-Lovelace-Xx', ['LOVELACE']],
    ['ada', ['Ada']],
    ['quartz lovelace', ['Ｌovelace']],
  ])('%s is refused, for one who is called %j', async (password, known) => {
    expect(await isEasyToGuess(password, known)).toBe(true);
  });

  test.each([
    ['quartz orbit lamp', []],
    ['quartz-ada-orbit', ['Ada']],
    ['abcabcabcabcq', []],
  ])('%s is not', async (password, known) => {
    expect(await isEasyToGuess(password, known)).toBe(false);
  });
});

describe('cookies', () => {
  test('of a session are read under the name that only this host can set first, at most four of each', () => {
    const cookie = 'tablier_session=old; __Host-tablier=new; other=1;__Host-tablier=second; xtablier_session=no';
    expect(tokensOf({ cookie })).toEqual(['new', 'second', 'old']);
    const many = Array.from({ length: 6 }, (_, index) => `tablier_session=${index}`).join('; ');
    expect(tokensOf({ cookie: many })).toEqual(['0', '1', '2', '3']);
    expect(tokensOf({})).toEqual([]);
  });

  test('of older versions are noticed', () => {
    expect(hasOldCookie({ cookie: 'tablier_session=a' })).toBe(true);
    expect(hasOldCookie({ cookie: 'tablier_session=a; __Host-tablier=b' })).toBe(false);
    expect(hasOldCookie({})).toBe(false);
  });

  test('tell which browser signs in', () => {
    const cookie = 'tablier_challenge=c; tablier_device=d';
    expect([challengeHolderOf({ cookie }), deviceOf({ cookie })]).toEqual(['c', 'd']);
    expect([challengeHolderOf({}), deviceOf({})]).toEqual([null, null]);
  });

  test('are out of reach of scripts and of other sites, and encrypted where the connection is', () => {
    const tail = 'HttpOnly; SameSite=Strict; Max-Age';
    const known = (value: string, age: number): string =>
      `tablier-known=${value}; Path=/; SameSite=Lax; Max-Age=${age}`;
    expect(sessionCookies('t', { secure: true })).toEqual([
      `__Host-tablier=t; Path=/; ${tail}=34560000; Secure`,
      `tablier_session=; Path=/; ${tail}=0; Secure`,
      `${known('yes', 34560000)}; Secure`,
    ]);
    expect(sessionCookies('t', { secure: false })).toEqual([
      `tablier_session=t; Path=/; ${tail}=34560000`,
      known('yes', 34560000),
    ]);
    expect(challengeCookie('h', { secure: true })).toBe(`tablier_challenge=h; Path=/api/sign-in; ${tail}=600; Secure`);
    expect(deviceCookie('d', { secure: false })).toBe(`tablier_device=d; Path=/api/sign-in; ${tail}=34560000`);
    expect(noSessionCookies({ secure: true })).toEqual([
      `__Host-tablier=; Path=/; ${tail}=0; Secure`,
      `tablier_session=; Path=/; ${tail}=0`,
      `${known('', 0)}; Secure`,
    ]);
    expect(noSessionCookies({ secure: false })).toEqual([`tablier_session=; Path=/; ${tail}=0`, known('', 0)]);
  });
});
