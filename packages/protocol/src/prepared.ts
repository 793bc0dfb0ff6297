import * as z from 'zod/mini';
import { count, preparedId } from './values.ts';

/** The moves that a player has prepared in a match. No one else sees them. */
export const preparedLines = z.object({
  plies: count.check(z.describe('The number of moves made. The lines begin there.')),
  lines: z.array(
    z.object({
      id: preparedId,
      moves: z
        .array(z.string())
        .check(z.describe('What is still to come, in notation: moves of all seats. The last one is an answer.')),
    }),
  ),
});
export type PreparedLines = z.infer<typeof preparedLines>;
