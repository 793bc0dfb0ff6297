/** Positions that were pasted on any page, for that of the studies; empty once they are read. In a file of its own, because every page loads it. */
export const handed = $state({ text: '' });
