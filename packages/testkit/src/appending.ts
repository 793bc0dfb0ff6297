import type { StorePlace } from '@tablier/store';
import { mustOpen } from './open-store.ts';

/**
 * `appending.ts PLACE NAME`: a process that appends to eight matches at once until it is killed, and prints a line
 * `match seq` when an append is confirmed. The place is JSON.
 */
const [place = '', name = ''] = process.argv.slice(2);
const store = await mustOpen(JSON.parse(place) as StorePlace);

async function appendTo(match: string): Promise<void> {
  const created = await store.createStream(match, { name });
  if (created !== 'created') throw new Error(created);
  for (let seq = 0; ;) {
    const events = [0, 1].map((step) => ({ at: seq, kind: 'move', data: { match, number: seq + step + 1 } }));
    const done = await store.append(match, seq, events, { clientId: String(seq) });
    if (done.name !== 'appended') throw new Error(done.name);
    seq = done.seq;
    process.stdout.write(`${match} ${seq}\n`);
  }
}

await Promise.all(Array.from({ length: 8 }, (_, index) => appendTo(`${name}-${index}`)));
