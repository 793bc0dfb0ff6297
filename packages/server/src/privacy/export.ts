import type { Account } from '@tablier/store';
import type { PersonalData } from './personal-data.ts';
import { passkeyName } from '../accounts/account.ts';
import type { Traces } from '../accounts/traces.ts';

/** The form of an export. */
const FORMAT = 1;

export interface ExportParts {
  readonly personalData: PersonalData;
  readonly traces: Traces;
  readonly person: string;
  readonly account: Account;
  readonly now: number;
}

/**
 * All that is kept of somebody, as the text of one JSON object, in pieces. Hashes, keys and secrets are not in it; a game that is on is told as
 * his seat may see it, one that is over with its record.
 */
export async function* exportOf({ personalData, traces, person, account, now }: ExportParts): AsyncGenerator<string> {
  const { name, username: login, createdAt, sessions, passkeys, passwordHash } = account;
  const head = {
    tablier: 'export',
    format: FORMAT,
    at: now,
    person: { name, createdAt, login, hasPassword: passwordHash !== null },
    passkeys: passkeys.map(({ id, agent, addedAt }) => ({ id: passkeyName(id), agent, addedAt })),
    sessions: sessions.map(({ id, openedAt, usedOn, agent }) => ({ id, openedAt, usedOn, agent })),
  };
  const tables = await personalData.tables(person);
  yield `${JSON.stringify(head).slice(0, -1)},"tables":`;
  yield* listOf(tables, async (table) => {
    const view = await personalData.view(table, person);
    return view === null ? [] : [view];
  });
  yield ',"said":';
  yield* listOf([...new Set([...tables, ...(await traces.of(person))])], (table) => personalData.said(table, person));
  yield '}\n';
}

/** A JSON list of what `find` gives for each id, a piece for each. */
async function* listOf(
  ids: readonly string[],
  find: (id: string) => Promise<readonly unknown[]>,
): AsyncGenerator<string> {
  let before = '[';
  for (const id of ids) {
    for (const each of await find(id)) {
      yield `${before}${JSON.stringify(each)}`;
      before = ',';
    }
  }
  yield before === '[' ? '[]' : ']';
}
