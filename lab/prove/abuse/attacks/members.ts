import { cookieIn, type Target, type Visitor } from './target.ts';

/** A member with this username. */
export async function newMember(target: Target, login: string, address = target.newAddress()): Promise<Visitor> {
  const as = await target.guest({ address });
  const body = { login, password: 'seven green lanterns' };
  const made = await target.request('POST', '/api/me/password', { as, body });
  if (made === null || made.status >= 300) throw new Error(`no member: ${made?.status} ${made?.body}`);
  return { address, cookie: cookieIn(made) };
}
