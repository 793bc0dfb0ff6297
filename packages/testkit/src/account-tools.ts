import type { NewSession, Passkey, Proof, SessionRef } from '@tablier/store';
import type { OpenStores } from './store-home.ts';

export const DAY = 86_400_000;
export const AT = 20_000 * DAY + 1234;
const HASH = 'the hash of a password';
export const DONE = { ok: true, value: null };
export const refused = (error: string) => ({ ok: false, error });
export const sessionOf = (id: string): NewSession => ({ id, secretHash: `hash of ${id}`, agent: 'Browser "7" ž' });
export const passkeyOf = (id: string): Passkey => ({
  id,
  key: `key-of-${id}`,
  counter: 0,
  transports: ['internal', 'usb'],
  agent: 'Phone',
  addedAt: AT,
});

/** What the tests do with accounts. */
export const accountTools = (stores: OpenStores) => {
  /** A guest whose first session has the same id with `-s`. */
  const guest = async (id: string): Promise<SessionRef> => {
    const session = `${id}-s`;
    await stores.store.accounts.createGuest({ id, name: id, session: sessionOf(session) }, AT);
    return { account: id, session };
  };
  const renewalOf = async ({ session }: SessionRef) => {
    const replaces = (await stores.store.accounts.findSession(session))?.secretHash ?? 'none';
    return { at: AT, secretHash: `new hash of ${session}`, replaces };
  };
  const setPassword = async (by: SessionRef, username: string, hash = HASH) =>
    stores.store.accounts.setPassword(by, { username, hash }, await renewalOf(by));
  let challenges = 0;
  const addPasskey = async (by: SessionRef, id: string, challenge = `challenge ${++challenges}`, most = 20) =>
    stores.store.accounts.addPasskey(by, passkeyOf(id), {
      renewal: await renewalOf(by),
      spent: { challenge, expiresAt: AT + 1 },
      most,
    });
  const byPassword: Proof = { kind: 'password', hash: HASH };
  const signIn = (account: string, session: string, proof: Proof = byPassword, most = 30) =>
    stores.store.accounts.signIn(account, sessionOf(session), proof, { at: AT + 1, most });
  const sessionsOf = async (account: string) =>
    (await stores.store.accounts.find(account))?.sessions.map(({ id }) => id) ?? [];
  return { guest, renewalOf, setPassword, addPasskey, byPassword, signIn, sessionsOf };
};
