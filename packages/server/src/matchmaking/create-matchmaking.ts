import type { ServerNode, RunningNode } from '../cluster/node.ts';
import { Counts } from '../lib/caches.ts';
import { Lobby, RemoteTables } from './lobby.ts';
import type { Contacts } from '../contacts/contacts.ts';
import type { ServerContext } from '../lib/context.ts';
import type { Rooms } from '../tables/rooms.ts';
import { MyTables } from './my-tables.ts';
import { Seeks } from './seeks.ts';

export function createPersonPresence(node: Pick<ServerNode, 'share' | 'onOtherNodes'>) {
  const all = new Counts();
  const count = (person: string, change: number): void => {
    const connections = all.add(person, change);
    if (connections - change > 0 === connections > 0) return;
    node.share(placeOf(person), { seats: [], spectators: connections > 0 ? 1 : 0 }, []);
  };
  return {
    came: (person: string): void => count(person, 1),
    went: (person: string): void => count(person, -1),
    isHere: (person: string): boolean => all.of(person) > 0 || node.onOtherNodes(placeOf(person)).spectators > 0,
  };
}
export type PersonPresence = ReturnType<typeof createPersonPresence>;

/** The id under which the presence of a person is shared. No table has such an id. */
const placeOf = (person: string): string => `person ${person}`;

const PLACE = 'online';

/**
 * Counts the people who are connected to any node, every `pace` milliseconds. A person who uses two nodes at once counts twice. Returns a
 * function that stops it.
 */
export function countOnline(node: ServerNode, lobby: Lobby, people: () => number, pace: number): () => void {
  const count = (): void => {
    const here = people();
    node.share(PLACE, { seats: [], spectators: here }, []);
    lobby.setOnline(here + node.onOtherNodes(PLACE).spectators);
  };
  const timer = setInterval(count, pace).unref();
  return () => clearInterval(timer);
}

export type Matchmaking = ReturnType<typeof createMatchmaking>;

export function createMatchmaking(
  context: ServerContext,
  { rooms, node, contacts }: { readonly rooms: Rooms; readonly node: RunningNode; readonly contacts: Contacts },
) {
  const { store, log, now, paces } = context;
  const onFailure = (error: unknown): void => log.error({ err: error }, 'table not listed');
  const lobby = new Lobby({ pace: paces.lobby, onFailure });
  const myTables = new MyTables(store, rooms, { pace: paces.own, onFailure, now });
  const seeks = new Seeks({ store, rooms, contacts, log, now });
  const remoteTables = new RemoteTables({ lobby, store, rooms, node, log, now });
  rooms.events.on('changed', (room) => lobby.update(room));
  rooms.events.on('changed', (room) => seeks.update(room));
  rooms.events.on('changed', (room) => myTables.update(room));
  rooms.events.on('unloaded', (id) => lobby.feed.settle(id));
  const close = (): void => {
    seeks.close();
    myTables.close();
    remoteTables.close();
    lobby.feed.close();
  };
  return { lobby, myTables, seeks, remoteTables, personPresence: createPersonPresence(node), close };
}
