import type { ShownRating } from '@tablier/protocol';
import * as m from '../../paraglide/messages.js';

/** `1662`, or `1662?` for a provisional rating. */
export const ratingText = ({ value, provisional }: ShownRating): string => `${value}${provisional ? '?' : ''}`;

/** `+8`, `−8`, `±0`. */
export function changeText(change: number): string {
  if (change === 0) return '±0';
  return new Intl.NumberFormat(m.language_tag(), { signDisplay: 'always' }).format(change).replace('-', '−');
}
