import { PATIENCE, type Patience } from '@tablier/match';
import type { Store } from '@tablier/store';
import { Alive } from './alive.ts';
import { type BotLimits, BotPool, DEFAULT_BOT_LIMITS } from './bots/bot-pool.ts';
import { type Chance, systemChance } from './chance.ts';
import { DEFAULT_LIMITS, Limiter, type Limits } from './limits.ts';
import { Lobby } from './lobby/lobby.ts';
import type { Log } from './log.ts';
import { challengeKey, Challenges } from './people/challenges.ts';
import type { Desk } from './people/desk.ts';
import { Logins } from './people/logins.ts';
import { Passwords } from './people/passwords.ts';
import { People, personOf } from './people/people.ts';
import { Sockets } from './sockets/sockets.ts';
import { Rooms } from './tables/rooms.ts';

export interface OnlineSettings {
  readonly limits?: Partial<Limits>;
  readonly bots?: Partial<BotLimits>;
  /** Milliseconds since 1970; the system's clock where left out. */
  readonly now?: () => number;
  /** Where deals, seats and secrets come from; the operating system where left out. */
  readonly chance?: Chance;
  /** Other ones let proofs wait less; the ones of everyday where left out. */
  readonly paces?: Partial<Paces>;
  /** What the threads of bots run; another one listens to what bots are asked. */
  readonly botThread?: URL;
  /** How long absence is borne; that of everyday where left out. */
  readonly patience?: Patience;
  /** Bytes that may wait on one line before views are left out. */
  readonly maxBuffered?: number;
}

/** What is told in batches, and how often at most. Milliseconds. */
export interface Paces {
  /** Coming and going at a table. */
  readonly presence: number;
  /** Changes of the lobby. */
  readonly lobby: number;
}

const DEFAULT_PACES: Paces = { presence: 250, lobby: 400 };

/** What people play on, put together. */
export interface Online {
  readonly desk: Desk;
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
  const { now = Date.now, chance = systemChance, patience = PATIENCE, maxBuffered = MAX_BUFFERED } = settings;
  const limits = { ...DEFAULT_LIMITS, ...settings.limits };
  const limiter = (kind: keyof Limits): Limiter => new Limiter(limits[kind], now);
  const alive = new Alive(folder, now, log);
  const people = new People(store, chance, now);
  const bots = new BotPool({ ...DEFAULT_BOT_LIMITS, ...settings.bots }, settings.botThread);
  const paces = { ...DEFAULT_PACES, ...settings.paces };
  const lobby = new Lobby(paces.lobby);
  const rooms = new Rooms({
    store,
    chance,
    bots,
    log,
    now,
    patience,
    presencePace: paces.presence,
    onChange: (room) => lobby.update(room),
  });
  await lobby.load(store);
  await rooms.resume(alive.last());
  alive.start();
  const sockets = new Sockets({
    people,
    rooms,
    lobby,
    log,
    now,
    maxBuffered,
    lines: limiter('lines'),
    messages: limiter('messages'),
    deeds: limiter('deeds'),
    tables: limiter('tables'),
    chat: limiter('chat'),
  });
  const stopFollowing = await store.follow((id, seq) => {
    const person = personOf(id);
    people.forget(id);
    void (person === null ? rooms.noticed(id, seq) : sockets.personChanged(person)).catch((error: unknown) =>
      log.error({ table: person === null ? id : null, error: String(error) }, 'not caught up'),
    );
  });
  const desk: Desk = {
    people,
    rooms,
    logins: new Logins(store),
    passwords: new Passwords(),
    challenges: new Challenges(await challengeKey(store, chance), now),
    chance,
    now,
    guests: limiter('guests'),
    lookups: limiter('lookups'),
    signIns: limiter('signIns'),
    accounts: limiter('accounts'),
    changes: limiter('changes'),
    onRevoked: (session) => sockets.endSession(session),
  };
  return {
    desk,
    sockets,
    close: async () => {
      await sockets.close();
      stopFollowing();
      await bots.close();
      await rooms.close();
      lobby.close();
      alive.stop();
    },
  };
}
