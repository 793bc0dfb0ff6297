import type { Seat } from '@tablier/core';
import { formatRoute } from '../../lib/routes.ts';

/** What a frame on the page of another site shows of a finished game. */
export interface FrameOptions {
  /** The public address of this server, `https://club.example`. */
  readonly origin: string;
  /** The id in the archive. */
  readonly id: string;
  /** Plies played at the beginning; `null`: the end. */
  readonly ply: number | null;
  readonly bottom: Seat;
  readonly theme: 'system' | 'light' | 'dark';
  readonly language: string;
  readonly title: string;
}

/** In CSS pixels: a board of the whole width with its buttons. */
const SIZE = { width: 480, height: 620 };

/** The HTML of a frame, to be pasted into a page. */
export function frameCode({ origin, id, ply, bottom, theme, language, title }: FrameOptions): string {
  const path = formatRoute({ page: 'kept', id, at: ply === null ? undefined : { ply, viewer: 'open' } });
  const query = new URLSearchParams({ lang: language });
  if (bottom !== 0) query.set('orientation', String(bottom + 1));
  if (theme !== 'system') query.set('theme', theme);
  const address = escapeQuoted(`${origin}/embed${path}?${query.toString()}`);
  return `<iframe src="${address}" title="${escapeQuoted(title)}" width="${SIZE.width}" height="${SIZE.height}" loading="lazy" style="border:0;max-width:100%"></iframe>`;
}

const escapeQuoted = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
