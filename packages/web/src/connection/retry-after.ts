import { SOCKET_PATH } from '@tablier/protocol';

/** A server that does not answer soon says nothing about lines. Milliseconds. */
const PATIENCE = 3000;
/** So much later at most, so that not all who wait come back at the same moment. */
const SPREAD = 0.5;

/**
 * How long to wait before another line is opened, as the server says; 0 where it says nothing of the kind. Milliseconds.
 * A browser does not tell why a line was refused, so the server is asked at the same address.
 */
export async function askWait(): Promise<number> {
  try {
    const { status, headers } = await fetch(SOCKET_PATH, { signal: AbortSignal.timeout(PATIENCE) });
    const seconds = Number(headers.get('retry-after') ?? 0);
    return status === 429 && seconds > 0 ? seconds * 1000 * (1 + SPREAD * Math.random()) : 0;
  } catch {
    return 0;
  }
}
