import { canonicalJson } from '@tablier/core';
import type { ClientCommand } from '@tablier/protocol';
import { idFrom } from '../lib/chance.ts';

/** The identity of a command: the id chosen by the client, made unique among all people, and a hash of the content. */
export interface CommandId {
  readonly key: string;
  /** Distinguishes a resend from another command under the same id. */
  readonly hash: string;
}

/** 128 bits of SHA-256, equal for every JSON form of the same command. */
export const commandHash = (command: ClientCommand): string => idFrom(`command ${canonicalJson(command)}`);

/**
 * Whether the command that was executed under an id is this command. Events from before hashes were stored have none
 * and count as the same.
 */
export const isSameCommand = (done: { readonly hash: string | null }, { hash }: CommandId): boolean =>
  done.hash === null || done.hash === hash;
