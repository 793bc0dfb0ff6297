import type { StoredRecord } from '@tablier/core';

/** What `picture.mjs` of the built page draws. `PictureRequest` in `packages/web/src/picture.ts` describes each kind. */
export type PictureRequest =
  | { readonly kind: 'position'; readonly record: StoredRecord; readonly ply: number | null }
  | { readonly kind: 'card'; readonly record: StoredRecord }
  | { readonly kind: 'animation'; readonly record: StoredRecord; readonly most: number; readonly side: number }
  | { readonly kind: 'puzzle'; readonly game: string; readonly number: number }
  | { readonly kind: 'game'; readonly game: string }
  | { readonly kind: 'site' };

export type PictureFormat = 'svg' | 'png' | 'gif';

/** What `picture.mjs` exports as `draw`: SVG, one for each frame of an animation. `null` if there is nothing to draw. */
export type Draw = (request: PictureRequest) => Promise<readonly string[] | null>;

/** A request of the main thread to the thread that draws. */
export interface DrawJob {
  readonly request: PictureRequest;
  readonly format: PictureFormat;
}

/** `bytes` is `null` if there is nothing to draw; `error` is a bug. */
export type DrawAnswer = { readonly bytes: Uint8Array | null } | { readonly error: string };

export const CONTENT_TYPES: Readonly<Record<PictureFormat, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  gif: 'image/gif',
};
