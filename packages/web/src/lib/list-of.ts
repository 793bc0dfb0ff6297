import { isolated } from '@tablier/protocol/language';
import * as m from '../paraglide/messages.js';

/** Names or parts in the language of the page: `Ada, Grace and Alan`. */
export const listOf = (parts: readonly string[]): string =>
  new Intl.ListFormat(m.language_tag(), { type: 'conjunction' }).format(parts.map(isolated));
