import { MAX_CHAT_LINES } from '@tablier/protocol';
import type { TestClient } from '@tablier/testkit/online';
import { terms } from '@tablier/testkit/online';
import type { Store } from '@tablier/store';
import { inTime, pause } from '../../lib/figures.ts';
import type { Attack } from './attack.ts';
import { PEOPLE, writeTable } from './written-table.ts';

const TABLE = 'a-table-with-much-chat';
const LOG = `${TABLE}-spectators`;
const FLOODER = PEOPLE[1] ?? '';
/** Milliseconds. */
const TIMEOUT_MS = 15_000;
/** Messages that one person can have in a full room. */
const SHARE = 100;

export const chatFlood: Attack = {
  name: 'chat-flood',
  finding: 'a spectator fills the chat of a table, and from then on no one can say anything there',
  prepare: async (store) => {
    const listing = { status: 'running', summary: null, people: [] } as const;
    await writeTable(store, { id: TABLE, terms: terms('isaac'), events: [{ kind: 'draw-offered', seat: 0 }], listing });
    await store.createStream(LOG, { kind: 'chat' });
    const messages = Array.from({ length: MAX_CHAT_LINES }, (_, n) => ({
      at: Date.now(),
      kind: 'said',
      data: { name: 'Flood', seat: null, text: `flood ${n}`, by: `${FLOODER}_${n}` },
    }));
    await store.append(LOG, 0, messages);
  },
  run: async (target) => {
    const flooders = await Promise.all(
      (await target.guests(target.size({ short: 3, full: 30 }))).map((visitor) => target.connect(visitor)),
    );
    const honest = await target.connect(await target.guest({ name: 'Honest' }));
    const first = await target.command(honest, { kind: 'say', table: TABLE, text: 'the first word' });
    target.expect(first === 'done', `no one else can say anything: ${first}`);
    for (let round = 0; round < target.size({ short: 1, full: 20 }); round++) {
      const said = flooders.map((client, n) =>
        Promise.all(
          Array.from({ length: 10 }, (_, message) =>
            target.command(client, { kind: 'say', table: TABLE, text: `flood ${n} ${round} ${message}` }),
          ),
        ),
      );
      await Promise.all(said);
      await pause(target.size({ short: 0, full: 1000 }));
    }
    const last = await target.command(honest, { kind: 'say', table: TABLE, text: 'the last word' });
    target.expect(last === 'done', `after a flood no one else can say anything: ${last}`);
    const seen = await shown(await target.connect(target.anonymous()));
    target.figures['messages shown after the flood'] = seen.length;
    target.expect(seen.length <= MAX_CHAT_LINES, `a new client is shown ${seen.length} messages`);
    target.expect(seen.at(-1) === 'the last word', 'the newest message is not shown');
    const isCrowd = flooders.length * SHARE > MAX_CHAT_LINES;
    target.expect(isCrowd || seen.includes('the first word'), 'a flood pushes out what others said');
  },
  inspect: async (store, target) => {
    const stored = await messagesOf(store);
    target.figures['messages stored after the flood'] = stored;
    target.expect(stored <= MAX_CHAT_LINES, `${stored} messages are stored`);
  },
};

async function shown(client: TestClient): Promise<readonly string[]> {
  const messages = () => client.core.tables.get(TABLE)?.chat.spectators ?? [];
  client.core.watch(TABLE);
  await inTime(
    client.until(() => messages().length > 0),
    TIMEOUT_MS,
    'the chat',
  );
  return messages().map(({ text }) => text);
}

const messagesOf = async (store: Store): Promise<number> => (await store.read(LOG, 1)).length;
