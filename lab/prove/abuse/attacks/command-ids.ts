import { type RawConnection, terms } from '@tablier/testkit/online';
import { pause } from '../../lib/figures.ts';
import type { Attack } from './attack.ts';
import type { Target } from './target.ts';

/** Longer than any answer takes. Milliseconds. */
const TIMEOUT_MS = 5000;
const UUID = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';

export const commandIds: Attack = {
  name: 'command-ids',
  finding: 'commands are refused without their id, ids may not be UUIDs, and one id stands for two commands',
  run: async (target) => {
    const table = 'a-table-that-is-nowhere';
    const bad = { kind: 'act', table, action: { kind: 'move', move: '' } };
    target.expect((await answerTo(target, 'abcdefgh', bad)) === 'bad-message', 'a malformed command hangs');
    const unknown = { kind: 'decline', table };
    target.expect((await answerTo(target, UUID, unknown)) === 'unknown-table', 'a UUID is no id');
    const connection = await target.rawConnection(await target.guest());
    const first = { kind: 'open', terms: terms('isaac') };
    const second = { kind: 'open', terms: terms('masker') };
    for (const command of [first, first, second]) {
      target.tally.sent++;
      connection.send({ kind: 'do', id: 'counter-1', command });
    }
    // The answers come in any order.
    const answers = await Promise.race([threeAnswers(connection), pause(TIMEOUT_MS)]);
    const tables = (answers ?? []).flatMap((answer) => (answer.kind === 'done' ? [answer.table] : []));
    target.expect(tables.length === 2 && tables[0] === tables[1], 'a command sent twice is done twice');
    const names = (answers ?? []).flatMap((answer) => (answer.kind === 'refused' ? [answer.error.name] : []));
    const [name = 'nothing'] = names;
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
