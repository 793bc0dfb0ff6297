import type { TableView } from '@tablier/protocol';
import { type TestClient, terms } from '@tablier/testkit/online';
import type { Attack } from './attack.ts';

/** Invisible, or much higher than one line. */
const BAD = ['2800', '3164', 'ffa0', '115f', '034f', 'fe0f', '17b4', '0301'].map((code) =>
  String.fromCodePoint(Number.parseInt(code, 16)),
);
const PILED = `a${'\u0301'.repeat(21)}`;
/** Names of people: a family of several code points, Persian with its joiner, an accent as a code point of its own. */
const GOOD = [
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
  'Jose\u0301',
];

const oddNames: Attack = {
  name: 'odd-names',
  finding: 'names that are invisible or cover the page are accepted, and names of people are refused',
  run: async (target) => {
    const take = (name: string) => target.request('POST', '/api/guests', { as: target.anonymous(), body: { name } });
    for (const name of [...BAD, PILED]) {
      const code = name.codePointAt(0)?.toString(16) ?? '';
      const isTaken = (await take(name))?.status === 201;
      target.expect(!isTaken, `a name of U+${code} (${Array.from(name).length}) is accepted`);
    }
    for (const name of GOOD) target.expectStatus(await take(name), 201, `${name} is refused`);
  },
};

const NAME = 'alice';
/** Cyrillic, what the server itself would write, full width, capitals, an accent; each with what people read. */
const LOOK_ALIKES = [
  ['\u0430lice', NAME],
  ['alice (2)', 'alice (2)'],
  ['\uff41\uff4c\uff49\uff43\uff45', NAME],
  ['ALICE', NAME],
  ['alic\u00e9', NAME],
] as const;
const TIMEOUT_MS = 10_000;

const lookAlikeNames: Attack = {
  name: 'look-alike-names',
  finding: 'a person sits down or speaks at a table under a name that looks like that of another person',
  run: async (target) => {
    const victim = await target.connect(await target.guest({ name: NAME }));
    for (const [name, read] of LOOK_ALIKES.slice(0, target.size({ short: 2, full: LOOK_ALIKES.length }))) {
      const player = await target.connect(await target.guest({ name }));
      const spectator = await target.connect(await target.guest({ name }));
      const table = await target.open(victim, terms('isaac', { visibility: 'open' }));
      if (table === null) continue;
      await victim.view(table);
      await player.view(table);
      target.expect((await target.command(player, { kind: 'sit', table, chair: 1 })) === 'done', 'no one sat down');
      const isPlaying = ({ phase }: TableView): boolean => phase === 'playing';
      const views: TableView[] = [];
      for (const client of [victim, player, spectator]) views.push(await client.view(table, isPlaying));
      await target.command(spectator, { kind: 'say', table, text: 'resign, please' });
      const names = [...views, await victim.view(table)].map(namesIn);
      target.expect(new Set(names.map((each) => each.join())).size === 1, `not the same for all: ${names.join(' | ')}`);
      const [said = ''] = await saidAt(spectator, table);
      const shown = [...(names[0] ?? []), said];
      target.expect(shown[0] === NAME, `the first person is called ${shown[0]}`);
      const asRead = shown.map((each) => each.replace(name, read));
      target.expect(new Set(asRead).size === 3, `cannot be told apart: ${shown.join(', ')}`);
      await target.act(victim, table, { kind: 'resign' });
    }
    target.figures['names that look alike'] = LOOK_ALIKES.length;
  },
};

const namesIn = ({ chairs }: TableView): string[] => chairs.map((chair) => ('name' in chair ? chair.name : ''));

/** The names under which spectators have spoken. */
async function saidAt(client: TestClient, table: string): Promise<string[]> {
  const late = AbortSignal.timeout(TIMEOUT_MS);
  await client.until(() => late.aborted || client.table(table).chat.spectators.length > 0);
  return client.table(table).chat.spectators.map(({ name }) => name);
}

/** Reserved by default: a Cyrillic letter, a digit, an accent, full width, capitals. */
const ROLES = ['m\u043Ederator', 'm0derator', 'moderat\u00F3r', '\uFF4Doderator', 'ADMIN'];
/** What reads like the username `beatrice`. */
const OTHERS = ['be\u0430trice', 'beatr1ce', 'beatric\u00E9', 'BEATRICE'];

const lookAlikeUsernames: Attack = {
  name: 'look-alike-usernames',
  finding: 'a member takes a username that looks like one of another member or of the operator',
  run: async (target) => {
    await target.member('beatrice');
    const few = target.size({ short: 2, full: OTHERS.length + ROLES.length });
    for (const login of [...ROLES.slice(0, few), ...OTHERS.slice(0, few)]) {
      const made = await target.member(login).catch(() => null);
      target.expect(made === null, `the username ${login} is given to anyone`);
    }
  },
};

export const nameAttacks: readonly Attack[] = [oddNames, lookAlikeNames, lookAlikeUsernames];
