import type { TableView } from '@tablier/protocol';
import { type TestClient, terms } from '@tablier/testkit/online';
import type { Attack } from './attack.ts';

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

export const lookAlikeNames: Attack = {
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
      const views = [await victim.view(table, isPlaying), await player.view(table, isPlaying)];
      views.push(await spectator.view(table, isPlaying));
      await target.command(spectator, { kind: 'say', table, text: 'resign, please' });
      const names = [...views.map(namesIn), namesIn(await victim.view(table))];
      target.expect(new Set(names.map((each) => each.join())).size === 1, `not the same for all: ${names.join(' | ')}`);
      const [said = ''] = await saidAt(spectator, table);
      const shown = [...(names[0] ?? []), said];
      target.expect(shown[0] === NAME, `the first person is called ${shown[0]}`);
      const asRead = shown.map((each) => each.replace(name, read));
      target.expect(new Set(asRead).size === 3, `cannot be told apart: ${shown.join(', ')}`);
      await target.command(victim, { kind: 'act', table, action: { kind: 'resign' } });
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
