import { isObject } from '@tablier/core';
import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { UsageError } from '../shared/output.ts';
import type { Played } from './game.ts';

/** The games of a match, one record a line, each with the field `match`. A match that was interrupted goes on with the same file. */
export class GamesFile {
  /** What an earlier run has played. */
  readonly earlier: readonly Played[];
  readonly #file: number;
  readonly #terms: string;

  /** `terms`: all that decides the games. A file of another match is refused. */
  constructor(path: string, terms: object) {
    this.#terms = JSON.stringify(terms);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    // A run that was killed may have left a part of a line.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    this.earlier = whole.split('\n').flatMap((line, index) => (line === '' ? [] : [this.#read(line, path, index + 1)]));
    this.#file = openSync(path, existsSync(path) ? 'r+' : 'w');
    this.#end = Buffer.byteLength(whole);
    ftruncateSync(this.#file, this.#end);
  }

  #end: number;

  #read(line: string, path: string, number: number): Played {
    const match = matchOf(line);
    if (match === null) throw new UsageError(`${path}, line ${number}: no game of a match`);
    const { terms, ...played } = match;
    if (JSON.stringify(terms) !== this.#terms)
      throw new UsageError(`${path} has the games of another match: ${JSON.stringify(terms)}`);
    return played as unknown as Played;
  }

  add(played: Played, record: object): void {
    const match = { ...played, terms: JSON.parse(this.#terms) as object };
    this.#end += writeSync(this.#file, `${JSON.stringify({ ...record, match })}\n`, this.#end);
  }

  close(): void {
    closeSync(this.#file);
  }
}

function matchOf(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const data: unknown = JSON.parse(line);
    return isObject(data) && isObject(data['match']) ? data['match'] : null;
  } catch {
    return null;
  }
}
