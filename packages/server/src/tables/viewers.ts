import type { Seat, Viewer } from '@tablier/core';

/*
 * Chooses the view that each reader is sent. No other code in the server does, and the mutations of the secrecy proof are here.
 */

/** Of the table itself. `you`: the seat of the reader; `null` for a spectator. */
export const tableViewer = (you: Seat | null): Viewer => you ?? 'spectator';

/** Of the lobby. */
export const lobbyViewer = (): Viewer => 'spectator';

/** Of the list of a player's own tables. */
export const ownTablesViewer = (you: Seat): Viewer => you;
