import type { Services } from './services.ts';

export type Followed = Omit<
  Services,
  'privacy' | 'tournaments' | 'monthFiles' | 'jobs' | 'notifications' | 'connections' | 'opened' | 'close'
>;

/** Starts the node and reads what any node writes; resolves to a function that stops reading. */
export async function follow(services: Followed): Promise<() => void> {
  const { context, hiddenAuthors, node, bans, rooms, matchmaking, sockets, streams } = services;
  const { background, store } = context;
  const { lobby, myTables, remoteTables } = matchmaking;
  await lobby.load(store);
  await node.start({
    onChange: () => background(rooms.upkeep.attend()),
    onPresence: (table, left) => {
      remoteTables.onNotice(table);
      background(rooms.peopleChanged(table, left));
    },
  });
  const stopFollowingStreams = await store.follow((id, seq) => {
    if (rooms.haveReached(id, seq)) return;
    background(rooms.onNotice(id, seq));
    background(myTables.onNotice(id, seq));
    background(bans.onNotice(id, seq));
    remoteTables.onNotice(id);
  });
  const stopFollowingAccounts = await store.accounts.follow((id) => {
    hiddenAuthors.changed(id);
    background(sockets.personChanged(id));
    background(streams.personChanged(id));
  });
  return () => {
    stopFollowingStreams();
    stopFollowingAccounts();
  };
}
