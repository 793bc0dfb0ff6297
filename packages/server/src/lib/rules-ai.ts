/** What a game of its own file imports as `@tablier/rules/ai`. */
export * from '@tablier/ai';
