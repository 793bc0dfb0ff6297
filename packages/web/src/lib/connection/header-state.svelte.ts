/**
 * What the header shows from the first script on, before the connection and the lobby are loaded, which set it: how many people are online,
 * `null` while it is unknown, and whether a search for an opponent is on.
 */
export const headerState: { online: number | null; isSeeking: boolean } = $state({ online: null, isSeeking: false });
