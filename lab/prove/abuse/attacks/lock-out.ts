import type { Attack } from './attack.ts';
import { cookieIn, type Target, type Visitor } from './target.ts';

const LOGIN = 'owner-of-account';
const PASSWORD = 'seven green lanterns';

export const lockOut: Attack = {
  name: 'lock-out',
  finding: 'strangers who try wrong passwords lock the owner of an account out, in their own session too',
  run: async (target) => {
    const owner = await signedUp(target);
    for (let tries = 0; tries < target.size({ short: 14, full: 40 }); tries++) {
      const body = { login: LOGIN, password: `wrong guess ${tries}` };
      const answer = await target.request('POST', '/api/sign-in/password', { as: target.anonymous(), body });
      target.expect(answer?.status !== 200, 'a wrong password opens an account');
    }
    const confirmed = await target.request('POST', '/api/me/confirm', { as: owner, body: { password: PASSWORD } });
    target.expect(confirmed?.status === 204, `the owner cannot confirm in their session: ${confirmed?.status}`);
    const again = await target.request('POST', '/api/sign-in/password', {
      as: { ...owner, address: target.newAddress() },
      body: { login: LOGIN, password: PASSWORD },
    });
    target.expect(again?.status === 200, `the owner cannot sign in from a browser that did before: ${again?.status}`);
  },
};

/** A person with a password who has signed in once, in a browser that keeps every cookie. */
async function signedUp(target: Target): Promise<Visitor> {
  const guest = await target.guest();
  const body = { login: LOGIN, password: PASSWORD };
  const set = await target.request('POST', '/api/me/password', { as: guest, body });
  target.expect(set?.status === 204 || set?.status === 200, `no password could be set: ${set?.status} ${set?.body}`);
  const signedIn = await target.request('POST', '/api/sign-in/password', { as: guest, body });
  if (signedIn?.status !== 200) throw new Error(`no sign-in: ${signedIn?.status}`);
  return { ...guest, cookie: cookieIn(signedIn) };
}
