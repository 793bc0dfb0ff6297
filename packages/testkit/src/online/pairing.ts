import type { ClientCommand } from '@tablier/protocol';
import type { TestClient } from './client.ts';

/** Seeks, and follows the seek from table to table until a match begins; returns that table. */
export async function paired(client: TestClient, command: ClientCommand): Promise<string> {
  let { table } = await client.must(command);
  for (;;) {
    const view = await client.view(table, ({ phase }) => phase !== 'waiting');
    if (view.phase === 'playing') return table;
    if (view.movedTo === null) throw new Error(`the seek was ${view.phase}`);
    table = view.movedTo;
  }
}
