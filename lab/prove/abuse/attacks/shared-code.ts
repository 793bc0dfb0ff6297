import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Attack } from './attack.ts';

export const sharedCode: Attack = {
  name: 'shared-code',
  finding: 'the server runs code from the temporary folder of the machine, where another user can put it',
  server: { ownTemporary: true, alone: true },
  run: async (target) => {
    await target.request('GET', '/api/health');
    const found = readdirSync(join(target.folder, '..', 'tmp'));
    target.expect(found.length === 0, `code was written to the temporary folder: ${found.join(', ')}`);
  },
};
