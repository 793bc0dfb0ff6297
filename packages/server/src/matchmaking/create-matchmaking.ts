import type { RunningNode } from '../cluster/node.ts';
import type { Contacts } from '../contacts/contacts.ts';
import type { ServerContext } from '../lib/context.ts';
import type { Rooms } from '../tables/rooms.ts';
import { Lobby } from './lobby.ts';
import { MyTables } from './my-tables.ts';
import { PersonPresence } from './person-presence.ts';
import { RemoteTables } from './remote-tables.ts';
import { Seeks } from './seeks.ts';

export type Matchmaking = ReturnType<typeof createMatchmaking>;

interface MatchmakingDeps {
  readonly rooms: Rooms;
  readonly node: RunningNode;
  readonly contacts: Contacts;
  /** The shortest interval between two lobby messages. Milliseconds. */
  readonly lobbyPace: number;
  /** The shortest interval between two messages about a person's own tables. Milliseconds. */
  readonly ownPace: number;
}

export function createMatchmaking(context: ServerContext, deps: MatchmakingDeps) {
  const { store, log, now } = context;
  const { rooms, node, contacts, lobbyPace, ownPace } = deps;
  const onFailure = (error: unknown): void => log.error({ err: error }, 'table not listed');
  const lobby = new Lobby({ pace: lobbyPace, onFailure });
  const myTables = new MyTables(store, rooms, { pace: ownPace, onFailure, now });
  const seeks = new Seeks({ store, rooms, contacts, log, now });
  const remoteTables = new RemoteTables({ lobby, store, rooms, node, log, now });
  rooms.changed.add((room) => lobby.update(room));
  rooms.changed.add((room) => seeks.update(room));
  rooms.changed.add((room) => myTables.update(room));
  rooms.unloaded.add((id) => lobby.feed.settle(id));
  const close = (): void => {
    seeks.close();
    myTables.close();
    remoteTables.close();
    lobby.feed.close();
  };
  return { lobby, myTables, seeks, remoteTables, personPresence: new PersonPresence(node), close };
}
