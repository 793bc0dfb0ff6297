import { BoundedMap } from '../../lib/caches.ts';
import { canonicalJson, failure, type Result, success } from '@tablier/core';
import type { ClientCommand, ProtocolError } from '@tablier/protocol';
import { idFrom } from '../../lib/chance.ts';

export type CommandResult = Result<number, ProtocolError>;

/** Refusals that are remembered, so that a resent command gets the same answer. */
const MAX_REFUSALS = 100;

const ID_USED: CommandResult = failure({ name: 'id-used' });

interface EarlierCommands {
  doneBefore(key: string): Promise<Done | undefined>;
  hasLineOf(key: string): boolean;
}

export class CommandResults {
  readonly #earlier: EarlierCommands;
  readonly #refusals = new BoundedMap<string, { readonly error: ProtocolError; readonly hash: string }>(MAX_REFUSALS);

  constructor(earlier: EarlierCommands) {
    this.#earlier = earlier;
  }

  async of(id: CommandId): Promise<CommandResult | null> {
    const done = await this.#earlier.doneBefore(id.key);
    if (done !== undefined) return isSameCommand(done, id) ? success(done.seq) : ID_USED;
    if (this.#earlier.hasLineOf(id.key)) return ID_USED;
    const refused = this.#refusals.get(id.key);
    if (refused === undefined) return null;
    return isSameCommand(refused, id) ? failure(refused.error) : ID_USED;
  }

  refused({ key, hash }: CommandId, error: ProtocolError): CommandResult {
    this.#refusals.set(key, { error, hash });
    return failure(error);
  }
}

/** The identity of a command: the id chosen by the client, made unique among all people, and a hash of the content. */
export interface CommandId {
  readonly key: string;
  /** Distinguishes a resend from another command under the same id. */
  readonly hash: string;
}

/** 128 bits of SHA-256, equal for every JSON form of the same command. */
export const commandHash = (command: ClientCommand): string => idFrom(`command ${canonicalJson(command)}`);

/** Events from before hashes were stored count as the same command. */
export const isSameCommand = (done: { readonly hash: string | null }, { hash }: CommandId): boolean =>
  done.hash === null || done.hash === hash;

/** Commands kept in memory per table. Older ones are looked up in the store. */
const MAX_KEPT = 200;

/** `hash` is `null` in logs from before hashes were stored. */
export interface Done {
  readonly seq: number;
  readonly hash: string | null;
}

/** If it has dropped none, every command of the table is here; otherwise a missing one may still be in the store. */
export const newDoneCommands = (): BoundedMap<string, Done> => new BoundedMap(MAX_KEPT);
