import { failure, type Result, success } from '@tablier/core';
import type { ProtocolError } from '@tablier/protocol';
import { type CommandId, isSameCommand } from './command-hash.ts';
import type { Done } from './done-commands.ts';

/** The number of the event that a command caused, or why it was refused. */
export type CommandResult = Result<number, ProtocolError>;

/** Refusals that are remembered, so that a resent command gets the same answer. */
const MAX_REFUSALS = 100;

const ID_USED: CommandResult = failure({ name: 'id-used' });

/** Where earlier uses of a command id are found. */
interface EarlierCommands {
  /** A command that was done at any time before; `undefined` if it was not. */
  doneBefore(key: string): Promise<Done | undefined>;
  /** Whether a chat line was sent under this id. */
  hasLineOf(key: string): boolean;
}

/** The results of the commands of one table, so that a resent command gets the same answer. */
export class CommandResults {
  readonly #earlier: EarlierCommands;
  readonly #refusals = new Map<string, { readonly error: ProtocolError; readonly hash: string }>();

  constructor(earlier: EarlierCommands) {
    this.#earlier = earlier;
  }

  /** The result of the command that has this id; `null` for a new one. */
  async of(id: CommandId): Promise<CommandResult | null> {
    const done = await this.#earlier.doneBefore(id.key);
    if (done !== undefined) return isSameCommand(done, id) ? success(done.seq) : ID_USED;
    if (this.#earlier.hasLineOf(id.key)) return ID_USED;
    const refused = this.#refusals.get(id.key);
    if (refused === undefined) return null;
    return isSameCommand(refused, id) ? failure(refused.error) : ID_USED;
  }

  /** Remembers a refusal, and returns it. */
  refused({ key, hash }: CommandId, error: ProtocolError): CommandResult {
    this.#refusals.set(key, { error, hash });
    for (const oldest of this.#refusals.keys()) {
      if (this.#refusals.size <= MAX_REFUSALS) break;
      this.#refusals.delete(oldest);
    }
    return failure(error);
  }
}
