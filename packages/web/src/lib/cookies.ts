/** A cookie for a year, for the server to read. */
export function setCookie(name: string, value: string): void {
  document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`;
}

/** Whether a cookie that scripts may read has this value; never where the build draws the frame of a page. */
export const hasCookie = (name: string, value: string): boolean =>
  typeof document !== 'undefined' && document.cookie.split('; ').includes(`${name}=${value}`);
