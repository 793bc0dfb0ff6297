import { MAX_WATCHED } from '@tablier/protocol';
import { type RawConnection, terms, type TestClient } from '@tablier/testkit/online';
import { inTurn, mean, pause, rounded } from '../../lib/figures.ts';
import { cpuSeconds, residentBytes } from '../../lib/processes.ts';
import type { Attack } from './attack.ts';
import type { Target } from './target.ts';

/** The rows that refused commands may add to the account of a guest. */
const MAX_ROWS = 5;
const TABLES_PER_HOST = 8;

let attacker = '';

const silentTraces: Attack = {
  name: 'silent-traces',
  finding: 'a refused command adds rows to an account for good',
  run: async (target) => {
    const hosts = await target.guests(target.size({ short: 24, full: 320 }) / TABLES_PER_HOST);
    const tables = await target.openMany(hosts, TABLES_PER_HOST, terms('masker', { visibility: 'link' }));
    const guest = await target.guest();
    [attacker = ''] = guest.cookie.split('=').at(-1)?.split('.') ?? [];
    const client = await target.connect(guest);
    const costs: number[] = [];
    for (const table of tables) {
      const before = cpuSeconds(target.server.pid);
      const answer = await target.command(client, { kind: 'decline', table });
      costs.push(1000 * (cpuSeconds(target.server.pid) - before));
      target.expect(answer === 'not-invited' || answer === 'too-many', `decline: ${answer}`);
      if (answer === 'too-many') await pause(300);
    }
    target.figures['ms of processor for each of the first tables'] = rounded(mean(costs.slice(0, 50)), 1);
    target.figures['ms of processor for each of the last tables'] = rounded(mean(costs.slice(-50)), 1);
  },
  inspect: async (store, target) => {
    const rows = (await store.accounts.streamsOf(attacker)).length;
    target.figures['rows of the account'] = rows;
    target.expect(rows <= MAX_ROWS, `refused commands added ${rows} rows to an account`);
  },
};

/** The longest that a beginner's answer may take while other clients request many. Milliseconds. */
const LONGEST_ANSWER = 12_000;
const BOT = { bot: 'strong' } as const;

const botQueue: Attack = {
  name: 'bot-queue',
  finding:
    'all bots think in one queue: tables that one address opens in seconds keep the bots of all other users waiting',
  run: async (target) => {
    const bystander = await target.connect(await target.guest());
    const quiet = await answerOfBeginner(target, bystander);
    const address = target.newAddress();
    const guests = await target.many({ short: 4, full: 18 }, 4, () => target.guest({ address }));
    // Four seats, three of them bots that think long; then the player leaves.
    const opened = await target.openMany(guests, 10, terms('masker', { chairs: [BOT, BOT, BOT, 'me'] }));
    const busy = await answerOfBeginner(target, bystander);
    target.figures['tables with strong bots'] = opened.length;
    target.figures['ms until a beginner moves, quiet'] = quiet;
    target.figures['ms until a beginner moves, during'] = busy;
    target.expect(
      busy < LONGEST_ANSWER,
      `another user waited ${busy} ms for the move of a beginner, ${quiet} ms before`,
    );
  },
};

/** How long a beginner takes for the first move of a game, in milliseconds; `LONGEST_ANSWER` without a move. */
async function answerOfBeginner(target: Target, client: TestClient): Promise<number> {
  const since = performance.now();
  const table = await target.open(client, terms('isaac', { chairs: [{ bot: 'beginner' }, 'me'] }));
  if (table === null) return LONGEST_ANSWER;
  const moved = client.view(table, ({ match }) => (match?.plies ?? 0) > 0 || match?.view.turn === 1);
  await Promise.race([moved, pause(2 * LONGEST_ANSWER)]);
  return Math.round(performance.now() - since);
}

/** The most running tables that one address may have. */
const MAX_RUNNING = 60;
/** Rooms without clients are unloaded after half a minute. Milliseconds. */
const SWEEP = 45_000;

const abandonedTables: Attack = {
  name: 'abandoned-tables',
  finding: 'tables with bots that all players left stay in memory and in `running` for good, without a limit',
  run: async (target) => {
    const before = residentBytes(target.server.pid);
    const address = target.newAddress();
    const guests = await target.many({ short: 10, full: 18 }, 4, () => target.guest({ address }));
    const tables = await target.openMany(guests, 10, terms('isaac', { chairs: ['me', { bot: 'beginner' }] }));
    const opened = tables.length;
    await pause(target.size({ short: 0, full: SWEEP }));
    target.figures['tables opened by one address'] = opened;
    target.figures['KiB of memory for each'] = Math.round((residentBytes(target.server.pid) - before) / 1024 / opened);
    target.expect(opened <= MAX_RUNNING, `one address has ${opened} running tables against bots`);
  },
};

/** The unfinished tables that one address may have opened. */
const MOST = 200;
const EACH = 10;

const parallelOpenings: Attack = {
  name: 'parallel-openings',
  finding: 'limits of an address are checked, then awaited and noted only afterwards: parallel openings all pass',
  run: async (target) => {
    const address = target.newAddress();
    const guests = await target.many({ short: 4, full: 30 }, 4, () => target.guest({ address }));
    const clients = await inTurn(guests, 6, (guest) => target.connect(guest));
    const open = terms('isaac', { chairs: ['me', 'open'] });
    const opened = await Promise.all(
      clients.flatMap((client) => Array.from({ length: EACH }, () => target.open(client, open))),
    );
    const count = opened.filter((table) => table !== null).length;
    target.figures['tables opened at once'] = count;
    target.expect(count > 0 && count <= MOST, `one address opened ${count} tables at once`);
  },
};

const TABLES_PER_GUEST = 9;
/** Milliseconds. */
const LONGEST_REFUSAL = 15_000;

const watchLoop: Attack = {
  name: 'watch-loop',
  finding: 'a client that watches too many tables is asked to try again at once, forever',
  run: async (target) => {
    const hosts = await target.guests(Math.ceil((MAX_WATCHED + 1) / TABLES_PER_GUEST));
    const tables = await target.openMany(hosts, TABLES_PER_GUEST, terms('isaac'));
    const connection = await target.rawConnection(target.anonymous());
    for (const table of tables.slice(0, MAX_WATCHED + 1)) {
      target.tally.sent++;
      connection.send({ kind: 'watch', table, players: 0, spectators: 0 });
    }
    const refused = await Promise.race([connection.next('not-watching'), pause(LONGEST_REFUSAL)]);
    target.tally.answered(refused?.error.name ?? 'nothing');
    target.expect(refused !== undefined, 'one connection watches any number of tables');
    target.expect(refused?.error.retryMs !== 0, 'a table too many is to be tried again after 0 ms');
  },
};

const handmadeDeal: Attack = {
  name: 'handmade-deal',
  finding: 'a random landscape of Nasca accepts a deal made by hand: the record calls it random',
  run: async (target) => {
    const client = await target.connect(await target.guest());
    const deal = { neutrals: ['d8-f8', 'g7-h7', 'f3-f4', 'd6', 'h5', 'i3'] };
    const opened = await target.open(client, terms('nasca', { options: { landscape: 'random' }, deal }));
    target.expect(opened === null, 'a random landscape is made by hand');
  },
};

/** Longer than any answer takes. Milliseconds. */
const TIMEOUT_MS = 5000;
const UUID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

const commandIds: Attack = {
  name: 'command-ids',
  finding: 'commands are refused without their id, ids may not be UUIDs, and one id stands for two commands',
  run: async (target) => {
    const table = 'a-table-that-is-nowhere';
    const bad = { kind: 'act', table, action: { kind: 'move', move: '' } };
    target.expect((await answerTo(target, 'abcdefgh', bad)) === 'bad-message', 'a malformed command hangs');
    const unknown = { kind: 'decline', table };
    target.expect((await answerTo(target, UUID, unknown)) === 'unknown-table', 'a UUID is no id');
    const connection = await target.rawConnection(await target.guest());
    for (const game of ['isaac', 'isaac', 'masker']) {
      target.tally.sent++;
      connection.send({ kind: 'do', id: 'counter-1', command: { kind: 'open', terms: terms(game) } });
    }
    // The answers come in any order.
    const answers = (await Promise.race([threeAnswers(connection), pause(TIMEOUT_MS)])) ?? [];
    const tables = answers.flatMap((answer) => (answer.kind === 'done' ? [answer.table] : []));
    target.expect(tables.length === 2 && tables[0] === tables[1], 'a command sent twice is done twice');
    const [name = 'nothing'] = answers.flatMap((answer) => (answer.kind === 'refused' ? [answer.error.name] : []));
    target.tally.answered(name);
    target.expect(name === 'id-used', `another command under a used id: ${name}`);
  },
};

async function threeAnswers(connection: RawConnection) {
  const answers = [];
  while (answers.length < 3) answers.push(await connection.next('done', 'refused'));
  return answers;
}

/** The name of the refusal with the id of the command; `nothing` without such a refusal. */
async function answerTo(target: Target, id: string, command: unknown): Promise<string> {
  const connection = await target.rawConnection(await target.guest());
  target.tally.sent++;
  connection.send({ kind: 'do', id, command });
  const refused = await Promise.race([connection.next('refused'), pause(TIMEOUT_MS)]);
  const name = refused?.id === id ? refused.error.name : 'nothing';
  target.tally.answered(name);
  return name;
}

export const tableAttacks: readonly Attack[] = [
  silentTraces,
  botQueue,
  abandonedTables,
  parallelOpenings,
  watchLoop,
  handmadeDeal,
  commandIds,
];
