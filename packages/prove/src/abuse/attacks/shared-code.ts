import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Attack } from './attack.ts';

export const sharedCode: Attack = {
  name: 'shared-code',
  finding: 'the server runs code that it finds in the temporary folder of the machine: another user can put it there',
  server: { ownTemporary: true, alone: true },
  run: async (target) => {
    await target.request('GET', '/api/health');
    const found = readdirSync(join(target.folder, '..', 'tmp'));
    target.expect(found.length === 0, `code is kept in the temporary folder: ${found.join(', ')}`);
  },
};
