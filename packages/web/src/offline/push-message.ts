import type { PushMessage } from '@tablier/protocol';

/** What the push service delivered; `null` if it is not a message of this server. */
export function parsePushMessage(data: unknown): PushMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { title, body, tag, path, language } = data as Readonly<Record<string, unknown>>;
  if (typeof title !== 'string' || typeof body !== 'string' || typeof tag !== 'string') return null;
  if (typeof path !== 'string' || !/^\/(?!\/)/.test(path) || typeof language !== 'string') return null;
  return { title, body, tag, path, language };
}

/** Whether the address of an open page is that of a path of this site, whatever moment of the game it shows. */
export const showsPath = (url: string, path: string): boolean => {
  const { pathname } = new URL(url);
  return pathname === path || pathname.startsWith(`${path}/`);
};
