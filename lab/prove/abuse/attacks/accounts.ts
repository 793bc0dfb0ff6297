import { createECDH } from 'node:crypto';
import type { Attack } from './attack.ts';
import { cookieIn, PASSWORD, type Target, type Visitor } from './target.ts';

const weakPasswords: Attack = {
  name: 'weak-passwords',
  finding:
    'the most common passwords are accepted, and a copied cookie of a guest still opens the account that follows',
  run: async (target) => {
    const guest = await target.guest();
    for (const password of ['12345678', 'password', 'aaaaaaaa', 'tablier1']) {
      const answer = await target.setPassword(guest, 'weak-password-owner', password);
      target.expectStatus(answer, 422, `"${password}" is accepted as a password`);
    }
    const fresh = await target.guest();
    await target.setPassword(fresh, 'copied-cookie-owner');
    const deleted = await target.request('DELETE', '/api/me', { as: { ...fresh, address: target.newAddress() } });
    target.expectStatus(deleted, 401, 'a cookie copied before the password deletes the account');
    const made = await target.request('POST', '/api/guests', {
      as: target.anonymous(),
      body: { name: 'Encrypted' },
      headers: { 'x-forwarded-proto': 'https' },
    });
    const cookie = String(made?.headers['set-cookie']);
    target.expect(cookie.includes('__Host-'), 'a neighbouring domain can plant the cookie of a session');
  },
};

const OWNER = 'owner-of-account';

const lockOut: Attack = {
  name: 'lock-out',
  finding: 'strangers who try wrong passwords lock the owner of an account out, in their own session too',
  run: async (target) => {
    const owner = await signedUp(target);
    for (let tries = 0; tries < target.size({ short: 14, full: 40 }); tries++) {
      const answer = await signIn(target, target.anonymous(), `wrong guess ${tries}`);
      target.expect(answer?.status !== 200, 'a wrong password opens an account');
    }
    const confirmed = await target.request('POST', '/api/me/confirm', { as: owner, body: { password: PASSWORD } });
    target.expectStatus(confirmed, 204, 'the owner cannot confirm in their session');
    const again = await signIn(target, { ...owner, address: target.newAddress() }, PASSWORD);
    target.expectStatus(again, 200, 'the owner cannot sign in from a browser that did before');
  },
};

/** A person with a password who has signed in once, in a browser that keeps every cookie. */
async function signedUp(target: Target): Promise<Visitor> {
  const guest = await target.guest();
  const set = await target.setPassword(guest, OWNER);
  target.expect(set?.status === 204 || set?.status === 200, `no password could be set: ${set?.status} ${set?.body}`);
  const signedIn = await signIn(target, guest, PASSWORD);
  if (signedIn?.status !== 200) throw new Error(`no sign-in: ${signedIn?.status}`);
  return { ...guest, cookie: cookieIn(signedIn) };
}

const signIn = (target: Target, as: Visitor, password: string) =>
  target.request('POST', '/api/sign-in/password', { as, body: { login: OWNER, password } });

const squattedLogins: Attack = {
  name: 'squatted-logins',
  finding: 'a guest who requests many usernames at once takes all of them for good',
  run: async (target) => {
    const claim = async (as: Visitor, login: string): Promise<boolean> =>
      ((await target.setPassword(as, login))?.status ?? 599) < 300;
    const guest = await target.guest();
    const logins = Array.from({ length: 15 }, (_, index) => `wanted-name-${index}`);
    const answers = await Promise.all(logins.map((login) => claim(guest, login)));
    const taken = answers.filter(Boolean).length;
    target.expect(taken === 1, `one guest has ${taken} usernames`);
    let squatted = 0;
    for (const login of logins.filter((_, index) => !answers[index]).slice(0, target.size({ short: 5, full: 14 }))) {
      if (!(await claim(await target.guest(), login))) squatted++;
    }
    target.figures['usernames that no one has and no one gets'] = squatted;
    target.expect(squatted === 0, `${squatted} usernames belong to no one and are refused to others`);
  },
};

const OFF_CURVE = ['A'.repeat(87), `B${'A'.repeat(86)}`];
const AUTH = 'A'.repeat(22);

const badPushKeys: Attack = {
  name: 'bad-push-keys',
  finding: 'a guest stores a push key for which nothing can be encrypted, so jobs fail and alarm the operator at will',
  run: async (target) => {
    const put = async (p256dh: string) => {
      const body = { endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/a', keys: { p256dh, auth: AUTH } };
      return target.request('PUT', '/api/me/push', { as: await target.guest(), body });
    };
    for (const key of OFF_CURVE)
      target.expectStatus(await put(key), 422, 'the answer to a push key that is not on the curve');
    const sound = await put(createECDH('prime256v1').generateKeys('base64url'));
    target.expectStatus(sound, 204, 'the answer to a sound push key');
  },
};

export const accountAttacks: readonly Attack[] = [weakPasswords, lockOut, squattedLogins, badPushKeys];
