import { type FoundPerson, Operator } from '@tablier/server/operator';
import type { DatabaseFlags } from '../commands/backup.ts';
import { withStore } from '../shared/database.ts';
import { EXIT, UsageError } from '../shared/errors.ts';
import { writeLine } from '../shared/output.ts';
import { called, dayOf, described, hoursOf, theOne, timeOf } from '../shared/people.ts';

/** `tablier admin find WHO`: one person per line. */
export async function find(who: string, flags: DatabaseFlags): Promise<number> {
  const found = await withStore(flags, (store) => new Operator(store).find(who));
  if (found.length === 0) theOne(who, found);
  for (const person of found) await writeLine(described(person));
  return EXIT.ok;
}

export interface RenameFlags extends DatabaseFlags {
  readonly to: string;
}

/** `tablier admin rename WHO --to NAME`. */
export async function rename(who: string, { to, ...flags }: RenameFlags): Promise<number> {
  const { person, value } = await withPerson(who, flags, (operator, { id }) => operator.rename(id, to));
  await writeLine(`${called(person)} is now ${value}`);
  return EXIT.ok;
}

/** `tablier admin erase WHO --yes`. */
export async function erase(who: string, flags: DatabaseFlags): Promise<number> {
  const { person } = await withPerson(who, flags, (operator, { id }) => operator.erase(id));
  await writeLine(`${called(person)} is signed out and will be erased within a minute, or when the server starts`);
  return EXIT.ok;
}

/** `tablier admin bans`: one person per line. */
export async function bans(flags: DatabaseFlags): Promise<number> {
  for (const person of await withStore(flags, (store) => new Operator(store).banned()))
    await writeLine(described(person));
  return EXIT.ok;
}

export interface MuteFlags extends DatabaseFlags {
  readonly hours: string;
  readonly note: string;
}

/** `tablier admin mute WHO --hours N --note TEXT`. */
export async function mute(who: string, { hours, note, ...flags }: MuteFlags): Promise<number> {
  const wanted = { hours: hoursOf(hours), reason: note, at: Date.now() };
  const { person, value } = await withPerson(who, flags, (operator, { id }) => operator.mute(id, wanted));
  await writeLine(`${called(person)} cannot chat until ${timeOf(value)}`);
  return EXIT.ok;
}

/** `tablier admin unmute WHO`. */
export async function unmute(who: string, flags: DatabaseFlags): Promise<number> {
  const { person } = await withPerson(who, flags, (operator, { id }) => operator.unmute(id));
  await writeLine(`${called(person)} can chat again`);
  return EXIT.ok;
}

/** `tablier admin mutes`: one per line, sorted by their end. */
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

/** `tablier admin end-sessions WHO`. */
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

/** Runs `work` for the only person with this name or id. */
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

/** `tablier admin reserve USERNAME`. */
export const reserve = (username: string, flags: DatabaseFlags): Promise<number> => change(username, 'reserved', flags);

/** `tablier admin release USERNAME`. */
export const release = (username: string, flags: DatabaseFlags): Promise<number> => change(username, 'released', flags);

/** `tablier admin reserved`: one per line, sorted. */
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
