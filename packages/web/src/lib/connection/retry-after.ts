import { SOCKET_PATH } from '@tablier/protocol';

/** A server that does not answer within this time gives no wait. Milliseconds. */
const ANSWER_TIMEOUT = 3000;
/** The greatest share added to the wait, so that the clients do not return at the same moment. */
const MAX_SPREAD = 0.5;

/**
 * How long to wait before the next connection, according to the server; 0 if it does not say. Milliseconds.
 * A browser does not report why a WebSocket was refused, so this sends a request to the same address.
 */
export async function askWait(): Promise<number> {
  try {
    const { status, headers } = await fetch(SOCKET_PATH, { signal: AbortSignal.timeout(ANSWER_TIMEOUT) });
    const seconds = Number(headers.get('retry-after') ?? 0);
    return status === 429 && seconds > 0 ? seconds * 1000 * (1 + MAX_SPREAD * Math.random()) : 0;
  } catch {
    return 0;
  }
}
