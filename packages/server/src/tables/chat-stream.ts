import { defineStream } from '@tablier/store';
import * as z from 'zod/mini';

/** The messages of one room of one table. `by` is the key of the command; a line whose author was deleted has none. */
export const CHAT_STREAM = defineStream('a chat', {
  head: z.object({ kind: z.literal('chat') }),
  events: {
    said: z.object({
      at: z.int(),
      name: z.string(),
      seat: z.nullable(z.int()),
      text: z.string(),
      by: z.exactOptional(z.string()),
    }),
  },
  personal: {
    events: { said: [{ owner: 'by', form: 'command', empties: ['name', 'text'] }] },
  },
});
