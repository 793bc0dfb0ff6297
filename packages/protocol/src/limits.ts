/** The longest message that a server reads, in bytes; a longer one ends the line with `CLOSE_CODES.tooLarge`. */
export const MAX_MESSAGE_BYTES = 16 * 1024;

/** A line from which nothing came for so long is dead, on both sides. Milliseconds. */
export const DEAD_AFTER = 10_000;

/** After so long without a sign of life one is asked for. Milliseconds. */
export const PING_AFTER = 4000;

/** A client whose line is broken opens another after this at the latest; in the beginning, sooner. Milliseconds. */
export const LONGEST_WAIT = 4000;

/** An opening that has not come about after so long is given up. Milliseconds. */
export const OPENING_TIMEOUT = 5000;

/**
 * So long after the server is back nobody is charged who has not found back yet. Enough for whoever does not know yet that his line
 * is dead and finds out by its silence, which is looked at once a second; and for whoever had just begun to open one that leads
 * nowhere, and then waits for his next try. Milliseconds.
 */
export const RETURN_GRACE = Math.max(DEAD_AFTER + 1000, OPENING_TIMEOUT + LONGEST_WAIT) + 2000;

/** The longest name of a person and the longest line of chat, in characters. */
export const MAX_NAME = 24;
export const MAX_LINE = 300;

/** Lines of chat that one room of one table keeps: the newest. */
export const MAX_CHAT_LINES = 500;

/** Tables that one line watches at the same time. */
export const MAX_WATCHED = 32;
