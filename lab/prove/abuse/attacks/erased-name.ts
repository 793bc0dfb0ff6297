import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sitDown, terms } from '@tablier/testkit/online';
import { settled } from '../../lib/figures.ts';
import type { Attack } from './attack.ts';
import { playOpening } from './opening.ts';
import type { Target } from './target.ts';

const NAME = 'Xanthippe Quillfeather';
/** How long deleted data may stay on the disk. Milliseconds. */
const LONGEST_ERASURE = 15_000;

export const erasedName: Attack = {
  name: 'erased-name',
  finding: 'the name of a deleted person is still in the files of the database',
  run: async (target) => {
    const visitor = await target.guest({ name: NAME });
    const host = await target.connect(visitor);
    const guest = await target.connect(await target.guest());
    const table = await sitDown([host, guest], terms('isaac'));
    await playOpening([host, guest], table, 4);
    await target.command(host, { kind: 'say', table, text: `I am ${NAME}` });
    await target.command(host, { kind: 'act', table, action: { kind: 'resign' } });
    const deleted = await target.request('DELETE', '/api/me', { as: visitor });
    target.expect(deleted?.status === 204, `not deleted: ${deleted?.status} ${deleted?.body}`);
    const isGone = await settled(() => occurrences(target) === 0, LONGEST_ERASURE);
    target.figures['times that a deleted name is on the disk'] = occurrences(target);
    target.expect(isGone, `the name of a deleted person is on the disk ${occurrences(target)} times`);
  },
};

const occurrences = ({ folder }: Target): number =>
  readdirSync(folder)
    .map((name) => readText(join(folder, name)).split(NAME).length - 1)
    .reduce((sum, times) => sum + times, 0);

/** The heartbeat file is replaced each second, so a file may be gone between the listing and the reading. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
