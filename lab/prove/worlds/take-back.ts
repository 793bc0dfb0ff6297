import type { Rng, Seat } from '@tablier/core';
import type { RecordingClient } from './recording-client.ts';
import type { Match } from './match.ts';
import type { World } from './world.ts';

/** One ply in this many is followed by a request to take back. */
const REQUESTED_IN = 5;

/**
 * Sometimes requests a take-back. After something was revealed it must be refused, whichever seat asks; otherwise the other players
 * agree or decline. Returns whether anything was requested.
 */
export async function maybeTakeBack(match: Match, rng: Rng): Promise<boolean> {
  const { pair, worlds } = match;
  if (rng.below(REQUESTED_IN) > 0 || pair.plies <= pair.floor) return false;
  const to = Math.max(pair.floor, pair.plies - 1 - rng.below(3));
  const people = worlds[0].seats;
  const requester = rng.below(2) === 0 ? pair.turn : (people[rng.below(people.length)] ?? pair.turn);
  if (pair.revealedSince(to)) return refusedBecauseRevealed(match, requester, to);
  const isOwn = requester === pair.turn && pair.isOwnTurnSince(to);
  const isRequested = worlds[0].view().takeBack === 'asked' && pair.bots.length === 0;
  // Bots agree and move again at once, so with them only a player's own turn is taken back.
  if (!isOwn && pair.bots.length > 0) return false;
  const agrees = rng.below(3) > 0;
  const others = people.filter((seat) => seat !== requester);
  await match.both(async (world) => {
    await requestTakeBack(world.player(requester), world.table, to);
    if (isOwn || !isRequested) return;
    for (const seat of agrees ? others : others.slice(0, 1)) await answer(world, seat, agrees);
  });
  if (isOwn || (isRequested && agrees)) pair.takenBack(to);
  return true;
}

async function refusedBecauseRevealed(match: Match, requester: Seat, to: number): Promise<true> {
  const at = `taking back to ply ${to}`;
  await match.both(async (world) => {
    const name = await requestTakeBack(world.player(requester), world.table, to);
    if (name === 'already-revealed') match.counts.takeBacksRefused++;
    else match.note({ channel: 'undo', at, texts: `a take-back after something was revealed was answered ${name}` });
  });
  return true;
}

/** The name of the refusal, or `done`. */
export async function requestTakeBack(client: RecordingClient, table: string, to: number): Promise<string> {
  const action = { kind: 'take-back', to } as const;
  const reply = await client.do({ kind: 'act', table, action });
  return reply.kind === 'refused' ? reply.error.name : 'done';
}

async function answer(world: World, seat: Seat, accept: boolean): Promise<void> {
  const action = { kind: 'answer-take-back', accept } as const;
  await world.player(seat).do({ kind: 'act', table: world.table, action });
}
