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
const PATIENCE = 15_000;
/** Lines that one person can have in a full room. */
const SHARE = 100;

export const chatFlood: Attack = {
  name: 'chat-flood',
  finding: 'a spectator fills the chat of a table, and from then on nobody can say anything there',
  prepare: async (store) => {
    const listing = { status: 'running', summary: null, people: [] } as const;
    await writeTable(store, { id: TABLE, terms: terms('isaac'), events: [{ kind: 'draw-offered', seat: 0 }], listing });
    await store.createStream(LOG, { kind: 'chat' });
    const lines = Array.from({ length: MAX_CHAT_LINES }, (_, n) => ({
      at: Date.now(),
      kind: 'said',
      data: { name: 'Flood', seat: null, text: `flood ${n}`, by: `${FLOODER}_${n}` },
    }));
    await store.append(LOG, 0, lines);
  },
  run: async (target) => {
    const flooders = await Promise.all(
      (await target.guests(target.size({ short: 3, full: 30 }))).map((visitor) => target.connect(visitor)),
    );
    const honest = await target.connect(await target.guest({ name: 'Honest' }));
    const first = await target.command(honest, { kind: 'say', table: TABLE, text: 'the first word' });
    target.expect(first === 'done', `nobody else can say anything: ${first}`);
    for (let round = 0; round < target.size({ short: 1, full: 20 }); round++) {
      const said = flooders.map((client, n) =>
        Promise.all(
          Array.from({ length: 10 }, (_, line) =>
            target.command(client, { kind: 'say', table: TABLE, text: `flood ${n} ${round} ${line}` }),
          ),
        ),
      );
      await Promise.all(said);
      await pause(target.size({ short: 0, full: 1000 }));
    }
    const last = await target.command(honest, { kind: 'say', table: TABLE, text: 'the last word' });
    target.expect(last === 'done', `after a flood nobody else can say anything: ${last}`);
    const seen = await shown(await target.connect(target.nobody()));
    target.figures['lines shown to who comes after the flood'] = seen.length;
    target.expect(seen.length <= MAX_CHAT_LINES, `who comes is shown ${seen.length} lines`);
    target.expect(seen.at(-1) === 'the last word', 'the newest line is not shown');
    const isCrowd = flooders.length * SHARE > MAX_CHAT_LINES;
    target.expect(isCrowd || seen.includes('the first word'), 'a flood pushes out what others said');
  },
  inspect: async (store, target) => {
    const stored = await linesOf(store);
    target.figures['lines stored after the flood'] = stored;
    target.expect(stored <= MAX_CHAT_LINES, `${stored} lines are stored`);
  },
};

async function shown(client: TestClient): Promise<readonly string[]> {
  const lines = () => client.core.tables.get(TABLE)?.chat.spectators ?? [];
  client.core.watch(TABLE);
  await inTime(
    client.until(() => lines().length > 0),
    PATIENCE,
    'the chat',
  );
  return lines().map(({ text }) => text);
}

const linesOf = async (store: Store): Promise<number> => (await store.read(LOG, 1)).length;
