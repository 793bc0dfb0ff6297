import { accountAttacks } from './accounts.ts';
import { archiveAttacks } from './archive.ts';
import type { Attack } from './attack.ts';
import { connectionAttacks } from './connections.ts';
import { logAttacks } from './logs.ts';
import { nameAttacks } from './names.ts';
import { serverAttacks } from './server.ts';
import { tableAttacks } from './tables.ts';

/** Every attack, in the order in which they run. */
export const ATTACKS: readonly Attack[] = [
  ...connectionAttacks,
  ...tableAttacks,
  ...logAttacks,
  ...archiveAttacks,
  ...accountAttacks,
  ...nameAttacks,
  ...serverAttacks,
];
