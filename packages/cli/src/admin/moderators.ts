import { Operator } from '@tablier/server/operator';
import type { DatabaseFlags } from '../commands/backup.ts';
import { withStore } from '../shared/database.ts';
import { EXIT, UsageError } from '../shared/errors.ts';
import { writeLine } from '../shared/output.ts';
import { called, dayOf, theOne } from '../shared/people.ts';

/** `tablier admin moderators`: one per line, by username. */
export async function list(flags: DatabaseFlags): Promise<number> {
  for (const { account, name, username, since } of await withStore(flags, (store) => store.moderators.list()))
    await writeLine(`${account}  ${name}, username ${username ?? ''}, since ${dayOf(since)}`);
  return EXIT.ok;
}

/** `tablier admin add-moderator WHO`. */
export async function add(who: string, flags: DatabaseFlags): Promise<number> {
  const { person, done } = await withStore(flags, async (store) => {
    const found = theOne(who, await new Operator(store).find(who));
    return { person: found, done: await store.moderators.add(found.id, Date.now()) };
  });
  if (done === 'no-username') throw new UsageError(`no-username (${who}: a moderator signs in with a username)`);
  await writeLine(done === 'known' ? `${called(person)} is a moderator already` : `${called(person)} is a moderator`);
  return EXIT.ok;
}

/** `tablier admin remove-moderator WHO`. */
export async function remove(who: string, flags: DatabaseFlags): Promise<number> {
  const person = await withStore(flags, async (store) => {
    const found = theOne(who, await new Operator(store).find(who));
    if (!(await store.moderators.remove(found.id)))
      throw new UsageError(`not-a-moderator (${who}: see tablier admin moderators)`);
    return found;
  });
  await writeLine(`${called(person)} is not a moderator any more`);
  return EXIT.ok;
}

/** Plies of a game that was given up soon after it counted, how many of two opponents are shown, and for how long. */
const SHORT = { plies: 20, least: 3, limit: 100, days: 30 };
const DAY_MS = 86_400_000;

/** `tablier admin short-games`: two opponents per line. */
export async function shortGames(flags: DatabaseFlags): Promise<number> {
  const lines = await withStore(flags, async (store) => {
    const operator = new Operator(store);
    const nameOf = async (id: string): Promise<string> => called(theOne(id, await operator.find(id)));
    const pairs = await store.ratings.shortPairs({ ...SHORT, since: Date.now() - SHORT.days * DAY_MS });
    const found: string[] = [];
    for (const { accounts, matches } of pairs)
      found.push(`${matches} short rated games: ${await nameOf(accounts[0])}, ${await nameOf(accounts[1])}`);
    return found;
  });
  for (const line of lines) await writeLine(line);
  return EXIT.ok;
}
