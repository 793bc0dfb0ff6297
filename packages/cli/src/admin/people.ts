import { type Result, success } from '@tablier/core';
import { type FoundPerson, Operator } from '@tablier/server/operator';
import { storeCommand } from '../shared/database.ts';
import { UsageError } from '../shared/output.ts';

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

export const timeOf = (time: number): string => new Date(time).toISOString().replace('T', ' ').slice(0, 19);

export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

function aboutPerson<F extends readonly unknown[], T>(
  work: (operator: Operator, person: FoundPerson, ...flags: F) => Promise<Result<T, string>>,
  told: (person: FoundPerson, value: T) => string | readonly string[],
) {
  return storeCommand(async (store, who: string, ...flags: F) => {
    const operator = new Operator(store);
    const person = theOne(who, await operator.find(who));
    const done = await work(operator, person, ...flags);
    if (!done.ok) throw new UsageError(`${done.error} (${who})`);
    return told(person, done.value);
  });
}

export const find = storeCommand(async (store, who: string) => {
  const found = await new Operator(store).find(who);
  if (found.length === 0) theOne(who, found);
  return found.map(described);
});

export const rename = aboutPerson(
  (operator, { id }, { to }: { readonly to: string }) => operator.rename(id, to),
  (person, name) => `${called(person)} is now ${name}`,
);

export const erase = aboutPerson(
  (operator, { id }) => operator.erase(id),
  (person) => `${called(person)} is signed out and will be erased within a minute, or when the server starts`,
);

export const bans = storeCommand(async (store) => (await new Operator(store).banned()).map(described));

export const mute = aboutPerson(
  (operator, { id }, { hours, note }: { readonly hours: string; readonly note: string }) =>
    operator.mute(id, { hours: hoursOf(hours), reason: note, at: Date.now() }),
  (person, until) => `${called(person)} cannot chat until ${timeOf(until)}`,
);

export const unmute = aboutPerson(
  (operator, { id }) => operator.unmute(id),
  (person) => `${called(person)} can chat again`,
);

export const mutes = storeCommand(async (store) =>
  (await store.mutes.list(Date.now())).map(({ account, name, username, until, reason }) => {
    const who = username === null ? 'guest' : `username ${username}`;
    return `${account}  ${name}, ${who}, muted until ${timeOf(until)}: ${reason}`;
  }),
);

/** `tablier admin sessions WHO`: one per line, oldest first. Their secrets are not shown. */
export const sessions = aboutPerson(
  async (operator, { id }) => success(await operator.sessions(id)),
  (_, open) =>
    open.map(({ agent, openedAt, usedOn }) => `since ${dayOf(openedAt)}, last used ${dayOf(usedOn)}, ${agent}`),
);

export const endSessions = aboutPerson(
  (operator, { id }) => operator.endSessions(id),
  (person, ended) => `${called(person)}: sessions ended: ${ended}`,
);

/** `tablier admin reset-password WHO`: the path of the page, without the address of the site. */
export const resetPassword = aboutPerson(
  (operator, { id }) => operator.resetPassword(id),
  (_, path) => path,
);

export const reserved = storeCommand((store) => new Operator(store).reserved());

const REASONS = {
  'bad-username': 'it cannot be a username',
  unchanged: 'it is so already',
  full: 'too many usernames were reserved and released',
} as const;

const changing = (to: 'reserved' | 'released') =>
  storeCommand(async (store, username: string) => {
    const done = await new Operator(store).reserve(username, to);
    if (!done.ok) throw new UsageError(`${done.error} (${username}: ${REASONS[done.error]})`);
    return `${done.value} is ${to}`;
  });

export const reserve = changing('reserved');
export const release = changing('released');

export const ban = aboutPerson(
  async (operator, { id }) => success(await operator.ban(id, 'banned')),
  (person) => (person.isBanned ? `${called(person)} is banned already` : `${called(person)} is banned`),
);

export const unban = storeCommand(async (store, who: string) => {
  const operator = new Operator(store);
  const found = await operator.find(who);
  const banned = found.filter(({ isBanned }) => isBanned);
  if (found.length > 0 && banned.length === 0) throw new UsageError(`not-banned (${who}: see tablier admin bans)`);
  const person = theOne(who, banned);
  await operator.ban(person.id, 'unbanned');
  return `${called(person)} is not banned any more`;
});
