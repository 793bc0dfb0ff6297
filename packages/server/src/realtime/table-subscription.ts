import { type ChatRoom, formatServerMessage } from '@tablier/protocol';
import type { Subscriber } from '../tables/subscribers.ts';
import type { Room } from '../tables/room.ts';
import { seatOf } from '../tables/table-state.ts';

/** What somebody had already when he began to watch. */
export interface Known {
  readonly from: number;
  readonly chat: Readonly<Record<ChatRoom, number>>;
}

/** A line with room on it, or without. */
export interface Outlet {
  readonly person: string | null;
  /** The network address of the client, where it is known. */
  readonly address?: string;
  /** Whether something may be added to what waits to be sent. Where not, `notify` is called once there is room. */
  hasRoom(): boolean;
  send(text: string): void;
}

/**
 * One table on one line. Nothing is queued: what was sent last is remembered, and when there is room on the line the
 * newest view and what was said since are sent. So a slow reader misses views in between, and never holds memory.
 */
export class Subscription implements Subscriber {
  readonly room: Room;
  readonly #outlet: Outlet;
  #version: number;
  readonly #chat: Record<ChatRoom, number>;
  readonly #onFailure: (error: unknown) => void;
  #presence = '';

  /** `onFailure`: what is new could not be shown; it is called instead of throwing, so that no other subscriber is kept from its news. */
  constructor(room: Room, outlet: Outlet, { from, chat }: Known, onFailure: (error: unknown) => void) {
    this.room = room;
    this.#outlet = outlet;
    this.#onFailure = onFailure;
    // A version that the log has not reached yet is of another world: it is told the newest.
    this.#version = from <= room.shown.seq ? from : -1;
    this.#chat = { ...chat };
    if (this.#version === room.shown.seq) {
      outlet.send(formatServerMessage({ kind: 'current', table: room.id, version: this.#version }));
    }
  }

  get person(): string | null {
    return this.#outlet.person;
  }

  get address(): string | undefined {
    return this.#outlet.address;
  }

  notify(): void {
    if (!this.#outlet.hasRoom()) return;
    try {
      this.#sendNews();
    } catch (error) {
      this.#onFailure(error);
    }
  }

  #sendNews(): void {
    const { room } = this;
    // As it was told: who has just sat down, or begun, reads of it before he is treated so.
    const seat = seatOf(room.shown, this.person);
    const you = seat < 0 ? null : seat;
    if (this.#version !== room.shown.seq) {
      const reader = { you, invited: room.invitedTo(this.person) };
      this.#outlet.send(room.subscribers.viewFor(reader, this.#version));
      this.#version = room.shown.seq;
    }
    for (const name of room.subscribers.roomsFor(you)) this.#sendChat(name);
    this.#sendPresence();
  }

  #sendChat(room: ChatRoom): void {
    const lines = this.room.chats[room].since(this.#chat[room], this.room.shown.names);
    const last = lines.at(-1);
    if (last === undefined) return;
    this.#chat[room] = last.n;
    this.#outlet.send(formatServerMessage({ kind: 'said', table: this.room.id, room, lines: [...lines] }));
  }

  #sendPresence(): void {
    const presence = this.room.subscribers.presence();
    if (presence === this.#presence) return;
    this.#presence = presence;
    this.#outlet.send(presence);
  }
}

/** The lines that a client says it has, as far as numbers can be believed. */
export const knownChat = (players = 0, spectators = 0): Record<ChatRoom, number> => ({ players, spectators });
