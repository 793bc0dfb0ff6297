import type { PersonAt } from '@tablier/protocol';
import type { Contacts } from '../contacts/contacts.ts';
import type { Room } from '../tables/room.ts';
import type { Rooms } from '../tables/rooms.ts';
import { DELETED, seatOf } from '../tables/table-state.ts';

interface NamedPeopleDeps {
  readonly contacts: Pick<Contacts, 'byUsername'>;
  readonly rooms: Pick<Rooms, 'find'>;
}

/** A person as a request names them, with the table where they were seen. */
export interface NamedPerson {
  readonly id: string;
  readonly room: Room | null;
}

/** Finds people by what others see of them; `null` for none. Ids never leave the server, so requests do not contain them. */
export async function findNamed(
  person: PersonAt,
  caller: string,
  { contacts, rooms }: NamedPeopleDeps,
): Promise<NamedPerson | null> {
  if ('username' in person) {
    const found = await contacts.byUsername(person.username);
    return found && { id: found.id, room: null };
  }
  const room = await rooms.find(person.table);
  if (room === null) return null;
  const id = 'seat' in person ? seatedAt(room, person.seat) : authorAt(room, person, caller);
  return id === DELETED ? null : { id, room };
}

function seatedAt({ state }: Room, seat: number): string {
  const chair = state.chairs[seat];
  return chair?.kind === 'person' ? chair.person : DELETED;
}

/** The author of a line that the caller may read. */
function authorAt(
  { state, subscribers, chats }: Room,
  { room, line }: Extract<PersonAt, { readonly room: unknown }>,
  caller: string,
): string {
  const seat = seatOf(state, caller);
  return subscribers.roomsFor(seat < 0 ? null : seat).includes(room) ? chats[room].authorOf({ n: line }) : DELETED;
}
