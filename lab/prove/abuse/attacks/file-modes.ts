import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Attack } from './attack.ts';

/** Rights of the group and of all other users. */
const OTHERS = 0o077;

export const fileModes: Attack = {
  name: 'file-modes',
  finding: 'every user of the machine reads the database: hashes of passwords, keys of challenges',
  run: async (target) => {
    await target.guest();
    const files = readdirSync(target.folder).map((name) => join(target.folder, name));
    const wide = [target.folder, ...files].filter(
      (file) => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0,
    );
    target.expect(
      wide.length === 0,
      `others may read ${wide.map((file) => file.slice(target.folder.length) || 'the folder').join(', ')}`,
    );
  },
};
