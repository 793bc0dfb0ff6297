import { personOf } from './accounts/people.ts';
import type { Services } from './services.ts';

export type Followed = Omit<Services, 'privacy' | 'connections' | 'opened' | 'close'>;

/** Starts the node and reads what any node writes; resolves to a function that stops reading. */
export async function follow(services: Followed): Promise<() => void> {
  const { context, node, accounts, bans, rooms, matchmaking, sockets } = services;
  const { background, store } = context;
  const { lobby, myTables, remoteTables } = matchmaking;
  await lobby.load(store);
  await node.start({
    onChange: () => background(rooms.attend()),
    onPresence: (table, left) => {
      remoteTables.onNotice(table);
      background(rooms.peopleChanged(table, left));
    },
  });
  return store.follow((id, seq) => {
    if (rooms.haveReached(id, seq)) return;
    const person = personOf(id);
    accounts.people.noticed(id, seq);
    background(person === null ? rooms.onNotice(id, seq) : sockets.personChanged(person));
    background(myTables.onNotice(id, seq));
    background(bans.onNotice(id, seq));
    remoteTables.onNotice(id);
  });
}
