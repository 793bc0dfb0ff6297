import type { Store } from '@tablier/store';
import { Alive } from './alive.ts';
import { type BotLimits, BotPool, DEFAULT_BOT_LIMITS } from './bots/bot-pool.ts';
import { type Chance, systemChance } from './chance.ts';
import { DEFAULT_LIMITS, Limiter, type Limits } from './limits.ts';
import { Lobby } from './lobby/lobby.ts';
import { Own } from './lobby/own.ts';
import { Seeks } from './lobby/seeks.ts';
import type { Log } from './log.ts';
import { People } from './people/people.ts';
import { Sockets } from './sockets/sockets.ts';
import type { Room } from './tables/room.ts';
import { Rooms } from './tables/rooms.ts';

export interface OnlineSettings {
  readonly limits?: Partial<Limits>;
  readonly bots?: Partial<BotLimits>;
  /** Milliseconds since 1970; the system's clock where left out. */
  readonly now?: () => number;
  /** Where deals, seats and secrets come from; the operating system where left out. */
  readonly chance?: Chance;
  /** Bytes that may wait on one line before views are left out. */
  readonly maxBuffered?: number;
}

/** What people play on, put together. */
export interface Online {
  readonly people: People;
  readonly rooms: Rooms;
  readonly guests: Limiter;
  readonly lookups: Limiter;
  readonly sockets: Sockets;
  /** Tells every line that the server restarts, and finishes what is under way. */
  close(): Promise<void>;
}

/** Several views of the longest games. */
const MAX_BUFFERED = 64 * 1024;

/** Takes up the matches that were being played; resolves when everybody can be let in. */
export async function openOnline(
  { store, folder, log }: { readonly store: Store; readonly folder: string; readonly log: Log },
  settings: OnlineSettings,
): Promise<Online> {
  const { now = Date.now, chance = systemChance, maxBuffered = MAX_BUFFERED } = settings;
  const limits = { ...DEFAULT_LIMITS, ...settings.limits };
  const limiter = (kind: keyof Limits): Limiter => new Limiter(limits[kind], now);
  const alive = new Alive(folder, now, log);
  const people = new People(store, chance, now);
  const bots = new BotPool({ ...DEFAULT_BOT_LIMITS, ...settings.bots });
  const lobby = new Lobby();
  const onChange = (room: Room): void => {
    lobby.update(room);
    seeks.update(room);
    own.update(room);
  };
  const rooms: Rooms = new Rooms({ store, chance, bots, log, now, onChange });
  const seeks = new Seeks({ store, rooms, log, now });
  const own = new Own(store, rooms);
  await lobby.load(store);
  await rooms.resume(alive.last());
  alive.start();
  const stopFollowing = await store.follow((id, seq) => {
    people.forget(id);
    void Promise.all([rooms.noticed(id, seq), own.noticed(id, seq)])
      .catch((error: unknown) => log.error({ table: id, error: String(error) }, 'not caught up'));
  });
  const sockets = new Sockets({
    people,
    rooms,
    lobby,
    own,
    seeks,
    log,
    now,
    maxBuffered,
    lines: limiter('lines'),
    messages: limiter('messages'),
    deeds: limiter('deeds'),
    tables: limiter('tables'),
    chat: limiter('chat'),
  });
  return {
    people,
    rooms,
    guests: limiter('guests'),
    lookups: limiter('lookups'),
    sockets,
    close: async () => {
      await sockets.close();
      stopFollowing();
      await bots.close();
      await rooms.close();
      seeks.close();
      own.close();
      lobby.shelf.close();
      alive.stop();
    },
  };
}
