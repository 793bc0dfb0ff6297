/** `npm run docs`: writes `docs/protocol.md` from the schemas of the protocol, `docs/configuration.md` from the settings. */
import { writeFileSync } from 'node:fs';
import { configurationDocument } from '../configuration/document.ts';
import { protocolDocument } from './document.ts';

writeFileSync(new URL('../../docs/protocol.md', import.meta.url), protocolDocument());
writeFileSync(new URL('../../docs/configuration.md', import.meta.url), configurationDocument());
