import { type FoundPerson, Operator } from '@tablier/server/operator';
import { type DatabaseFlags, withStore } from '../shared/database.ts';
import { EXIT, UsageError, writeLine } from '../shared/output.ts';

/** The only person found. Several people can have the same name: then the operator must use the id. */
export function theOne(who: string, found: readonly FoundPerson[]): FoundPerson {
  const [person, ...others] = found;
  if (person === undefined) throw new UsageError(`unknown-person (no person has the name or id ${who})`);
  if (others.length === 0) return person;
  throw new UsageError(
    `ambiguous-name (${who}: use the id of one of these people)\n${found.map((person) => `  ${described(person)}`).join('\n')}`,
  );
}

export const called = ({ id, name }: FoundPerson): string => (name === '' ? id : `${name} (${id})`);

export const described = ({ id, name, username, createdAt, usedOn, isBanned, mutedUntil }: FoundPerson): string =>
  [
    `${id}  ${name}`,
    username === null ? 'guest' : `username ${username}`,
    `since ${dayOf(createdAt)}`,
    usedOn === null ? 'signed out' : `last here ${dayOf(usedOn)}`,
    ...(isBanned ? ['banned'] : []),
    ...(mutedUntil === null ? [] : [`muted until ${timeOf(mutedUntil)}`]),
  ].join(', ');

/** The whole hours in a flag; `NaN` for anything else, which is refused as the length of a mute. */
export const hoursOf = (text: string): number => (/^\d{1,6}$/.test(text) ? Number(text) : Number.NaN);

/** A time to the second, in UTC. */
export const timeOf = (time: number): string => new Date(time).toISOString().replace('T', ' ').slice(0, 19);

export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export async function find(who: string, flags: DatabaseFlags): Promise<number> {
  const found = await withStore(flags, (store) => new Operator(store).find(who));
  if (found.length === 0) theOne(who, found);
  for (const person of found) await writeLine(described(person));
  return EXIT.ok;
}

interface RenameFlags extends DatabaseFlags {
  readonly to: string;
}

export async function rename(who: string, { to, ...flags }: RenameFlags): Promise<number> {
  const { person, value } = await withPerson(who, flags, (operator, { id }) => operator.rename(id, to));
  await writeLine(`${called(person)} is now ${value}`);
  return EXIT.ok;
}

export async function erase(who: string, flags: DatabaseFlags): Promise<number> {
  const { person } = await withPerson(who, flags, (operator, { id }) => operator.erase(id));
  await writeLine(`${called(person)} is signed out and will be erased within a minute, or when the server starts`);
  return EXIT.ok;
}

export async function bans(flags: DatabaseFlags): Promise<number> {
  for (const person of await withStore(flags, (store) => new Operator(store).banned()))
    await writeLine(described(person));
  return EXIT.ok;
}

interface MuteFlags extends DatabaseFlags {
  readonly hours: string;
  readonly note: string;
}

export async function mute(who: string, { hours, note, ...flags }: MuteFlags): Promise<number> {
  const wanted = { hours: hoursOf(hours), reason: note, at: Date.now() };
  const { person, value } = await withPerson(who, flags, (operator, { id }) => operator.mute(id, wanted));
  await writeLine(`${called(person)} cannot chat until ${timeOf(value)}`);
  return EXIT.ok;
}

export async function unmute(who: string, flags: DatabaseFlags): Promise<number> {
  const { person } = await withPerson(who, flags, (operator, { id }) => operator.unmute(id));
  await writeLine(`${called(person)} can chat again`);
  return EXIT.ok;
}

export async function mutes(flags: DatabaseFlags): Promise<number> {
  const muted = await withStore(flags, (store) => new Operator(store).muted());
  for (const { account, name, username, until, reason } of muted) {
    const who = username === null ? 'guest' : `username ${username}`;
    await writeLine(`${account}  ${name}, ${who}, muted until ${timeOf(until)}: ${reason}`);
  }
  return EXIT.ok;
}

/** `tablier admin sessions WHO`: one per line, oldest first. Their secrets are not shown. */
export async function sessions(who: string, flags: DatabaseFlags): Promise<number> {
  const { value } = await withPerson(who, flags, async (operator, { id }) => ({
    ok: true,
    value: await operator.sessions(id),
  }));
  for (const { agent, openedAt, usedOn } of value)
    await writeLine(`since ${dayOf(openedAt)}, last used ${dayOf(usedOn)}, ${agent}`);
  return EXIT.ok;
}

export async function endSessions(who: string, flags: DatabaseFlags): Promise<number> {
  const { person, value } = await withPerson(who, flags, (operator, { id }) => operator.endSessions(id));
  await writeLine(`${called(person)}: sessions ended: ${value}`);
  return EXIT.ok;
}

/** `tablier admin reset-password WHO`: the path of the page, without the address of the site. */
export async function resetPassword(who: string, flags: DatabaseFlags): Promise<number> {
  const { value } = await withPerson(who, flags, (operator, { id }) => operator.resetPassword(id));
  await writeLine(value);
  return EXIT.ok;
}

type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string };

function withPerson<T>(
  who: string,
  flags: DatabaseFlags,
  work: (operator: Operator, person: FoundPerson) => Promise<Outcome<T>>,
): Promise<{ readonly person: FoundPerson; readonly value: T }> {
  return withStore(flags, async (store) => {
    const operator = new Operator(store);
    const person = theOne(who, await operator.find(who));
    const done = await work(operator, person);
    if (!done.ok) throw new UsageError(`${done.error} (${who})`);
    return { person, value: done.value };
  });
}

export const reserve = (username: string, flags: DatabaseFlags): Promise<number> => change(username, 'reserved', flags);

export const release = (username: string, flags: DatabaseFlags): Promise<number> => change(username, 'released', flags);

export async function reserved(flags: DatabaseFlags): Promise<number> {
  for (const username of await withStore(flags, (store) => new Operator(store).reserved())) await writeLine(username);
  return EXIT.ok;
}

const REASONS = {
  'bad-username': 'it cannot be a username',
  unchanged: 'it is so already',
  full: 'too many usernames were reserved and released',
} as const;

async function change(username: string, to: 'reserved' | 'released', flags: DatabaseFlags): Promise<number> {
  const done = await withStore(flags, (store) => new Operator(store).reserve(username, to));
  if (!done.ok) throw new UsageError(`${done.error} (${username}: ${REASONS[done.error]})`);
  await writeLine(`${done.value} is ${to}`);
  return EXIT.ok;
}

export async function ban(who: string, flags: DatabaseFlags): Promise<number> {
  const person = await withStore(flags, async (store) => {
    const operator = new Operator(store);
    const found = theOne(who, await operator.find(who));
    await operator.ban(found.id, 'banned');
    return found;
  });
  await writeLine(person.isBanned ? `${called(person)} is banned already` : `${called(person)} is banned`);
  return EXIT.ok;
}

export async function unban(who: string, flags: DatabaseFlags): Promise<number> {
  const person = await withStore(flags, async (store) => {
    const operator = new Operator(store);
    const found = await operator.find(who);
    if (found.length > 0 && found.every(({ isBanned }) => !isBanned))
      throw new UsageError(`not-banned (${who}: see tablier admin bans)`);
    const banned = theOne(
      who,
      found.filter(({ isBanned }) => isBanned),
    );
    await operator.ban(banned.id, 'unbanned');
    return banned;
  });
  await writeLine(`${called(person)} is not banned any more`);
  return EXIT.ok;
}
