/** What the header shows before the connection and the lobby are loaded, which set it. `online`: `null` while it is unknown. */
export const headerState: { online: number | null; isSeeking: boolean } = $state({ online: null, isSeeking: false });
