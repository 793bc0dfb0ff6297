import { MAX_CHAT_LINES } from '@tablier/protocol';
import { terms, type TestClient } from '@tablier/testkit/online';
import { inTime, pause } from '../../lib/figures.ts';
import type { Attack } from './attack.ts';
import { playOpening } from './target.ts';
import { PEOPLE, writeEvents, writeTable } from './written-table.ts';

const UNREADABLE = 'a-table-with-a-bad-move';
const GONE = 'a-table-of-a-gone-game-';

const damagedTables: Attack = {
  name: 'damaged-tables',
  finding: 'one running table that cannot be read, or of a game that no longer exists, keeps the server from starting',
  expectedFaults: ['unreadable', 'unknown-game'],
  prepare: async (store) => {
    const events = [{ kind: 'moved', seat: 0, move: 'zz16-76' }];
    await writeTable(store, { id: UNREADABLE, terms: terms('isaac'), events });
    await writeTable(store, { id: GONE, terms: terms('gone'), events: [] });
  },
  run: async (target) => {
    const client = await target.connect(await target.guest());
    for (const table of [UNREADABLE, GONE]) {
      const answer = await target.request('GET', `/api/v1/tables/${table}/record`, { as: target.anonymous() });
      target.expect(answer !== null && answer.status < 500, `${table}: ${answer?.status}`);
      await target.command(client, { kind: 'decline', table });
    }
    const opened = await target.open(client, terms('isaac'));
    target.expect(opened !== null, 'no table can be opened while others cannot be read');
  },
};

/** How often take-backs may be requested and declined before the next move. */
const MAX_ASKED = 5;

const endlessLog: Attack = {
  name: 'endless-log',
  finding: 'take-backs may be requested and declined without end: the log of a table has no limit',
  run: async (target) => {
    const { players, table } = await target.seated(terms('isaac', { takeBack: 'asked' }));
    const [host, guest] = players;
    await playOpening(players, table, 2);
    let accepted = 0;
    for (let asked = 0; asked < target.size({ short: 15, full: 100 }); asked++) {
      const answer = await target.act(host, table, { kind: 'take-back', to: 0 });
      const declined = { kind: 'answer-take-back', accept: false } as const;
      if (answer === 'done') accepted += Number((await target.act(guest, table, declined)) === 'done');
      await pause(110);
    }
    target.figures['take-backs asked for and declined'] = accepted;
    target.expect(accepted <= MAX_ASKED, `${accepted} take-backs were requested and declined without a move`);
  },
};

const LONG = 'a-table-with-a-long-log';
const EVENTS = { short: 4000, full: 100_000 };
/** Events that are written at a time. */
const BATCH = 4000;

const longLog: Attack = {
  name: 'long-log',
  finding: 'one anonymous request for a table with a long log stops the server for seconds, any number of times',
  prepare: async (store, scale) => {
    const events = [{ kind: 'draw-offered', seat: 0 }];
    let seq = await writeTable(store, {
      id: LONG,
      terms: terms('isaac', { takeBack: 'asked' }),
      events,
      status: 'over',
    });
    const pair = [
      { kind: 'take-back-asked', seat: 0, to: 0 },
      { kind: 'take-back-declined', seat: 1 },
    ];
    const batch = Array.from({ length: BATCH / pair.length }).flatMap(() => pair);
    while (seq < EVENTS[scale]) seq = await writeEvents(store, LONG, seq, batch);
  },
  run: async (target) => {
    const since = performance.now();
    const answers = await target.many({ short: 2, full: 8 }, 4, () =>
      target.request('GET', `/api/v1/tables/${LONG}/record`, { as: target.anonymous() }),
    );
    target.figures['ms for all requests'] = Math.round(performance.now() - since);
    const isAnswered = answers.every((answer) => answer !== null && answer.status < 500);
    target.expect(isAnswered, 'a request for a long log is not answered');
  },
};

const TABLE = 'a-table-with-much-chat';
const CHAT = `${TABLE}-spectators`;
const FLOODER = PEOPLE[1] ?? '';
/** Milliseconds. */
const TIMEOUT_MS = 15_000;
/** Messages that one person can have in a full room. */
const SHARE = 100;

const chatFlood: Attack = {
  name: 'chat-flood',
  finding: 'a spectator fills the chat of a table, and from then on no one can say anything there',
  prepare: async (store) => {
    await writeTable(store, { id: TABLE, terms: terms('isaac'), events: [{ kind: 'draw-offered', seat: 0 }] });
    await store.createStream(CHAT, { kind: 'chat' });
    const messages = Array.from({ length: MAX_CHAT_LINES }, (_, n) => ({
      kind: 'said',
      name: 'Flood',
      seat: null,
      text: `flood ${n}`,
      by: `${FLOODER}_${n}`,
    }));
    await writeEvents(store, CHAT, 0, messages);
  },
  run: async (target) => {
    const visitors = await target.guests(target.size({ short: 3, full: 30 }));
    const flooders = await Promise.all(visitors.map((visitor) => target.connect(visitor)));
    const honest = await target.connect(await target.guest({ name: 'Honest' }));
    const say = (client: TestClient, text: string) => target.command(client, { kind: 'say', table: TABLE, text });
    const first = await say(honest, 'the first word');
    target.expect(first === 'done', `no one else can say anything: ${first}`);
    for (let round = 0; round < target.size({ short: 1, full: 20 }); round++) {
      await Promise.all(
        flooders.flatMap((client, n) =>
          Array.from({ length: 10 }, (_, message) => say(client, `flood ${n} ${round} ${message}`)),
        ),
      );
      await pause(target.size({ short: 0, full: 1000 }));
    }
    const last = await say(honest, 'the last word');
    target.expect(last === 'done', `after a flood no one else can say anything: ${last}`);
    const seen = await shown(await target.connect(target.anonymous()));
    target.figures['messages shown after the flood'] = seen.length;
    target.expect(seen.length <= MAX_CHAT_LINES, `a new client is shown ${seen.length} messages`);
    target.expect(seen.at(-1) === 'the last word', 'the newest message is not shown');
    const isCrowd = flooders.length * SHARE > MAX_CHAT_LINES;
    target.expect(isCrowd || seen.includes('the first word'), 'a flood pushes out what others said');
  },
  inspect: async (store, target) => {
    const stored = (await store.read(CHAT, 1)).length;
    target.figures['messages stored after the flood'] = stored;
    target.expect(stored <= MAX_CHAT_LINES, `${stored} messages are stored`);
  },
};

async function shown(client: TestClient): Promise<readonly string[]> {
  const messages = () => client.core.tables.get(TABLE)?.chat.spectators ?? [];
  client.core.watch(TABLE);
  const isShown = client.until(() => messages().length > 0);
  await inTime(isShown, TIMEOUT_MS, 'the chat');
  return messages().map(({ text }) => text);
}

export const logAttacks: readonly Attack[] = [damagedTables, endlessLog, longLog, chatFlood];
