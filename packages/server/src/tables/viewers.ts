import type { Seat, Viewer } from '@tablier/core';

/*
 * Whose view each reader is sent. Nothing else in the server chooses the viewer of a match that other people see, and the secrecy proof
 * plants faults here.
 */

/** Of the table itself. `you`: the seat of the reader; `null` for a spectator. */
export const tableViewer = (you: Seat | null): Viewer => you ?? 'spectator';

/** Of the lobby. */
export const lobbyViewer = (): Viewer => 'spectator';

/** Of the list of a player's own tables. */
export const ownTablesViewer = (you: Seat): Viewer => you;
