import type { PersonalDataIndex } from '../accounts/personal-data-index.ts';
import type { Person } from '../accounts/people.ts';
import { UnavailableError } from '../lib/unavailable.ts';
import type { Room } from '../tables/room.ts';
import type { Rooms } from '../tables/rooms.ts';
import { invitedTo, peopleOf, phaseOf, type TableState } from '../tables/table-state.ts';

interface WithdrawDeps {
  readonly rooms: Rooms;
  readonly personalDataIndex: PersonalDataIndex;
  readonly now: () => number;
}

/** More tables than wait for one person. */
const MOST = 300;

/**
 * Ends the invitations between two people, one of whom has blocked the other. A table at which no one else sits is closed by its host; at
 * any other the chair becomes free. Running it again has no effect.
 */
export async function withdrawInvitations([one, other]: readonly [string, string], deps: WithdrawDeps): Promise<void> {
  for (const state of await deps.rooms.tablesOf(one, MOST, ['open'])) {
    const guest = guestAt(state, [one, other]) ?? guestAt(state, [other, one]);
    const room = guest === null ? null : await deps.rooms.find(state.id);
    if (guest !== null && room !== null) await withdraw(room, guest, deps);
  }
}

/** The second person, if the first one has invited them to this table. */
function guestAt(state: TableState, [host, guest]: readonly [string, string]): string | null {
  const isOpen = phaseOf(state) === 'waiting' && state.head.host === host;
  return isOpen && invitedTo(state, guest) >= 0 ? guest : null;
}

async function withdraw(room: Room, guest: string, { personalDataIndex, now }: WithdrawDeps): Promise<void> {
  const { state } = room;
  const { host } = state.head;
  const isClosing = peopleOf(state).every((person) => person === host || person === guest);
  const kind = isClosing ? 'stand' : 'decline';
  const id = isClosing ? host : guest;
  // The command leaves the person in the log of a table where they no longer have a chair.
  if ((await personalDataIndex.note(id, state.id)) === 'gone') return;
  const person: Person = { id, name: '' };
  // No client can choose a name with a colon.
  const key = `${id}_withdrawing:${kind}`;
  const result = await room.do(key, { kind, table: state.id }, { person, at: now(), lag: 0 });
  if (!result.ok && result.error.name === 'unavailable') throw new UnavailableError('invitation not withdrawn');
}
