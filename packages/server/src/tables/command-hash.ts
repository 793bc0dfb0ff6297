import { canonicalJson } from '@tablier/core';
import type { ClientCommand } from '@tablier/protocol';
import { idFrom } from '../lib/chance.ts';

/** A command by the id that its client chose, made unique among all people, and by a hash of what it asks for. */
export interface CommandId {
  readonly key: string;
  /** Tells a command that is sent again from another one under the same id. */
  readonly hash: string;
}

/** 128 bits of SHA-256, the same for every way to write the same command. */
export const commandHash = (command: ClientCommand): string => idFrom(`command ${canonicalJson(command)}`);

/** Whether what was done under an id is this command. Events from before there were hashes have none: they pass. */
export const isSameCommand = (done: { readonly hash: string | null }, { hash }: CommandId): boolean =>
  done.hash === null || done.hash === hash;
