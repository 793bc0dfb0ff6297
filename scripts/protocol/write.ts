/** `npm run docs`: writes `docs/protocol.md` from the schemas of the protocol, `docs/configuration.md` from the settings. */
import { writeFileSync } from 'node:fs';
import { configurationDocument } from '../configuration/document.ts';
import { formatted } from '../lib/markdown.ts';
import { protocolDocument } from './document.ts';

for (const [name, text] of [
  ['protocol', protocolDocument()],
  ['configuration', configurationDocument()],
] as const) {
  const path = new URL(`../../docs/${name}.md`, import.meta.url);
  writeFileSync(path, await formatted(path, text));
}
