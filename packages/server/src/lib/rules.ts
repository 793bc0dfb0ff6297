/** What a game of its own file imports as `@tablier/rules`: the very modules of this program. */
export * from '@tablier/core';
export * from '@tablier/games';
