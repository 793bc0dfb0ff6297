import type { Plugin } from 'vite';

/** A description of a schema: one literal without gaps. */
const DESCRIPTION = /z\.describe\(\s*(['"`])(?:\\.|(?!\1|\$\{)[^\\])*\1,?\s*\)/g;

/**
 * Removes the descriptions of the protocol from the page. They are for `docs/protocol.md` and for the JSON Schema that the server sends; a
 * minifier has to keep them, because they are arguments of calls.
 */
export const descriptionsPlugin = (): Plugin => ({
  name: 'tablier-descriptions',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/protocol\/src\/[\w-]+\.ts$/ },
    handler: (code) => ({ code: code.replaceAll(DESCRIPTION, "z.describe('')"), map: null }),
  },
});
