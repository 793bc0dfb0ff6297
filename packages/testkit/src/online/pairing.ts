import type { ClientCommand } from '@tablier/protocol';
import type { TestClient } from './client.ts';

/** Seeks, and looks at the table where that leads until one plays; where that is. */
export async function paired(client: TestClient, command: ClientCommand): Promise<string> {
  let { table } = await client.must(command);
  for (;;) {
    const view = await client.view(table, ({ phase }) => phase !== 'waiting');
    if (view.phase === 'playing') return table;
    if (view.movedTo === null) throw new Error(`the seek was ${view.phase}`);
    table = view.movedTo;
  }
}
