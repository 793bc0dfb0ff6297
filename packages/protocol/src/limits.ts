/** The longest message that a server reads, in bytes; a longer one ends the line with `CLOSE_CODES.tooLarge`. */
export const MAX_MESSAGE_BYTES = 16 * 1024;

/** A line from which nothing came for so long is dead, on both sides. Milliseconds. */
export const DEAD_AFTER = 10_000;

/** After so long without a sign of life one is asked for. Milliseconds. */
export const PING_AFTER = 4000;

/** The longest name of a person and the longest line of chat, in characters. */
export const MAX_NAME = 24;
export const MAX_LINE = 300;

/** Tables that one line watches at the same time. */
export const MAX_WATCHED = 32;
