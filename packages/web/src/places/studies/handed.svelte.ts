/** Positions that were pasted on any page, for that of the studies; empty once they are read. */
export const handed = $state({ text: '' });
