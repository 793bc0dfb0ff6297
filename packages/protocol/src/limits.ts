/** The longest message that a server accepts, in bytes. A longer one ends the connection with `CLOSE_CODES.tooLarge`. */
export const MAX_MESSAGE_BYTES = 16 * 1024;

/** Both sides give up a connection after this time without any data from the other side. Milliseconds. */
export const DEAD_AFTER = 10_000;

/** A ping is sent after this time without any data. Milliseconds. */
export const PING_AFTER = 4000;

/** The same while no one waits for this connection: its user plays no game with a clock of minutes. It is given up as long after it. */
export const RESTING_PING_AFTER = 25_000;

/** The longest delay before a client reconnects. The first attempts are sooner. Milliseconds. */
export const LONGEST_WAIT = 4000;

/** An attempt to connect is given up after this time. Milliseconds. */
export const OPENING_TIMEOUT = 5000;

/**
 * For this time after an outage, no clock runs for players who have not reconnected: enough to notice a silence, which a client checks once a
 * second, and for an attempt to connect that times out and is repeated after the longest delay. Milliseconds.
 */
export const RETURN_GRACE = Math.max(DEAD_AFTER + 1000, OPENING_TIMEOUT + LONGEST_WAIT) + 2000;

/** The longest name of a person and the longest chat message, in characters. */
export const MAX_NAME = 24;
export const MAX_LINE = 300;

/** The longest mute that a moderator or an operator can set, in hours. */
export const MAX_MUTE_HOURS = 30 * 24;

/** The number of chat messages that are kept per room of a table. Older ones are dropped. */
export const MAX_CHAT_LINES = 500;

/** The maximum number of tables that one connection watches at a time. */
export const MAX_WATCHED = 32;

/** The most lines that a player may prepare in one match, and the most moves of a line, including those of other players. */
export const MAX_PREPARED = 40;
export const MAX_PREPARED_MOVES = 24;
/** The most moves made before a prepared line. */
export const MAX_PLAYED = 1000;

/** The longest article of a game, in characters. */
export const MAX_ARTICLE = 20_000;

/**
 * The newest version of the protocol. It is raised only for a change that clients of the previous version would misinterpret. Clients
 * ignore unknown fields and kinds of message, so an addition does not raise it.
 */
export const PROTOCOL_VERSION = 4;

/** The versions that this server supports, inclusive. Clients of version 3 refused every unknown field and error name. */
export const SPOKEN_VERSIONS = { oldest: 4, newest: PROTOCOL_VERSION } as const;

export interface VersionRange {
  readonly oldest: number;
  readonly newest: number;
}

export const isSpoken = (version: number, { oldest, newest }: VersionRange = SPOKEN_VERSIONS): boolean =>
  version >= oldest && version <= newest;

/** The versions as text for errors: `4`, or `4-6`. */
export const rangeText = ({ oldest, newest }: VersionRange = SPOKEN_VERSIONS): string =>
  oldest === newest ? String(newest) : `${oldest}-${newest}`;

export const SOCKET_PATH = '/api/socket';
