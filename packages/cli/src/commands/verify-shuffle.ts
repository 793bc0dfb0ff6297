import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { formatError, parseJson, parseRecord, type Shuffle, verifyShuffle } from '@tablier/core';
import { parseRoute, pathOfOldLink } from '@tablier/protocol/routes';
import { cannotRead, EXIT, UsageError, writeLine } from '../shared/output.ts';

export interface VerifyShuffleFlags {
  /** The hash shown at the start; without it, that of the file is used. */
  readonly hash?: string;
}

/** The longest answer, in UTF-16 code units; the longest records are far shorter. */
const LONGEST = 1 << 20;
/** How long a server may take. Milliseconds. */
const REQUEST_TIMEOUT_MS = 15_000;

/** `tablier verify-shuffle FILE|URL|-`: whether the deal is the one whose hash was shown before the first move. */
export async function verifyShuffleCommand(place: string, { hash: noted }: VerifyShuffleFlags): Promise<number> {
  const revealed = parseRevealed(parseJson(await readPlace(place)));
  const { hash } = revealed;
  if (noted !== undefined && noted.toLowerCase() !== hash) {
    await writeLine(`wrong: the hash is ${hash}, not the one that was noted`);
    return EXIT.failedCheck;
  }
  const fits = await verifyShuffle(hash, revealed, sha256);
  await writeLine(
    fits ? `right: deal and nonce fit the hash ${hash}` : `wrong: deal and nonce do not fit the hash ${hash}`,
  );
  return fits ? EXIT.ok : EXIT.failedCheck;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

async function readPlace(place: string): Promise<string> {
  if (/^https?:\/\//.test(place)) return fetchText(apiAddress(place));
  try {
    return place === '-' ? await readAll(process.stdin.setEncoding('utf8')) : await readFile(place, 'utf8');
  } catch (error) {
    throw cannotRead(place, error);
  }
}

async function readAll(chunks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length > LONGEST) throw new UsageError(`too-long (over ${LONGEST} characters)`);
  }
  return text;
}

/** The address of a page becomes that of its record; others stay. Old links (`…/#/t/ID/12`) may be in a folder, with the server. */
export function apiAddress(address: string): string {
  if (!URL.canParse(address)) throw new UsageError(`invalid address: ${address}`);
  const url = new URL(address);
  const oldPath = pathOfOldLink(url.hash);
  const route = parseRoute(oldPath ?? url.pathname);
  if (route.page !== 'table' && route.page !== 'kept') return url.href;
  const folder = oldPath === null ? '/' : url.pathname;
  const id = encodeURIComponent(route.id);
  const path = `api/v1/${route.page === 'table' ? `tables/${id}/record` : `records/${id}`}`;
  return new URL(path, `${url.origin}${folder}`).href;
}

async function fetchText(address: string): Promise<string> {
  const response = await fetch(address, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new UsageError(`cannot reach ${address}: ${cause}`);
  });
  const { body } = response;
  const text = body === null ? '' : await readAll(body.pipeThrough(new TextDecoderStream()));
  if (response.status === 409) throw new UsageError('not-over (the deal is revealed when the game is over)');
  if (!response.ok) throw new UsageError(`${address} answered with status ${response.status}`);
  return text;
}

function parseRevealed(data: unknown): { readonly record: Shuffle; readonly hash: string; readonly nonce: string } {
  if (data === undefined) throw new UsageError('bad-json');
  const parsed = parseRecord(data);
  if (!parsed.ok) throw new UsageError(formatError(parsed.error));
  const shuffle: unknown = Object.entries(parsed.value).find(([name]) => name === 'shuffle')?.[1];
  if (shuffle === null) throw new UsageError('no-shuffle (this game has no random deal)');
  if (typeof shuffle !== 'object') throw new UsageError('no-shuffle (the record has no hash and nonce)');
  const { hash, nonce } = shuffle as { readonly hash?: unknown; readonly nonce?: unknown };
  if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) throw new UsageError('bad-shuffle (hash)');
  if (typeof nonce !== 'string') throw new UsageError('bad-shuffle (nonce)');
  return { record: parsed.value, hash, nonce };
}
