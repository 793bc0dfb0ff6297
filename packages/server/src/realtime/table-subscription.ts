import { type ChatRoom, formatServerMessage } from '@tablier/protocol';
import type { Subscriber } from '../tables/subscribers.ts';
import type { Room } from '../tables/room.ts';
import { invitedTo, seatOf } from '../tables/table-state.ts';

/** What a client already had when it began to watch. */
export interface ClientState {
  readonly from: number;
  readonly chat: Readonly<Record<ChatRoom, number>>;
}

/** The sending side of a connection. */
export interface Outlet {
  readonly person: string | null;
  /** The network address of the client, if known. */
  readonly address?: string;
  /** Whether more data may be sent now. If not, `notify` is called once it may. */
  canSend(): boolean;
  send(text: string): void;
}

/**
 * One table on one connection. Nothing is queued: the subscription remembers what was sent last, and when the
 * connection can take data it sends the newest view and the new chat lines. So a slow reader misses intermediate views
 * and never occupies memory.
 */
export class Subscription implements Subscriber {
  readonly room: Room;
  readonly #outlet: Outlet;
  #version: number;
  readonly #chat: Record<ChatRoom, number>;
  readonly #onFailure: (error: unknown) => void;
  #presence = '';

  /**
   * `onFailure` is called instead of throwing if an update cannot be built, so that other subscribers are still
   * notified.
   */
  constructor(room: Room, outlet: Outlet, { from, chat }: ClientState, onFailure: (error: unknown) => void) {
    this.room = room;
    this.#outlet = outlet;
    this.#onFailure = onFailure;
    // A client may know a version that this log never reached, for example after a restore. It gets the whole view.
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
    if (!this.#outlet.canSend()) return;
    try {
      this.#sendUpdate();
    } catch (error) {
      this.#onFailure(error);
    }
  }

  #sendUpdate(): void {
    const { room } = this;
    // From the shown state: a person who has just sat down must first see that before being treated as seated.
    const seat = seatOf(room.shown, this.person);
    const you = seat < 0 ? null : seat;
    if (this.#version !== room.shown.seq) {
      const chair = invitedTo(room.shown, this.person);
      const reader = { you, invited: chair < 0 ? null : chair };
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

/** The chat lines that a client says it has, as numbers. */
export const knownChat = (players = 0, spectators = 0): Record<ChatRoom, number> => ({ players, spectators });
