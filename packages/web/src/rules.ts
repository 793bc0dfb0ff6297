/** What a game from outside of the page imports as `@tablier/rules` or `@tablier/rules/ai`. */
export * from '@tablier/core';
export * from '@tablier/ai';
