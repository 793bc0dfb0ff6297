import { failure, type Result, success } from '@tablier/core';

export interface SourceError {
  readonly name: 'unreachable' | 'too-large' | 'bad-json';
}

/** The longest file that is read, in characters: no record is longer, but a file may have many. */
const LONGEST = 1_000_000;

/** A record in a text. Of a file with a record on each line, the first one. */
export function parseRecord(text: string): Result<unknown, SourceError> {
  const whole = parseJson(text);
  return whole.ok ? whole : parseJson(text.trimStart().split('\n', 1)[0] ?? '');
}

export async function fetchRecord(address: string, signal: AbortSignal): Promise<Result<unknown, SourceError>> {
  try {
    const answer = await fetch(address, { credentials: 'omit', signal });
    if (!answer.ok) return failure({ name: 'unreachable' });
    const text = await answer.text();
    return text.length > LONGEST ? failure({ name: 'too-large' }) : parseRecord(text);
  } catch {
    return failure({ name: 'unreachable' });
  }
}

function parseJson(text: string): Result<unknown, SourceError> {
  try {
    return success(JSON.parse(text));
  } catch {
    return failure({ name: 'bad-json' });
  }
}
