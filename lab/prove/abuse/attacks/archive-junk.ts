import { defaultOptions, type GameRecord, makeRecord, NOBODY, SeededRng } from '@tablier/core';
import { findGame } from '@tablier/games';
import { inTurn } from '../../lib/figures.ts';
import type { Attack } from './attack.ts';
import type { Target, Visitor } from './target.ts';

/** The limit of a record: the longest game takes a tenth of it. Bytes. */
const MAX_BYTES = 64 * 1024;
const JUNK = 'x'.repeat(200_000);

export const archiveJunk: Attack = {
  name: 'archive-junk',
  finding: 'the archive stores 256 KiB of anything for good, and its list reads and sends all of it',
  run: async (target) => {
    const guest = await target.guest();
    const ids: string[] = [];
    for (let each = 0; each < target.size({ short: 3, full: 20 }); each++) {
      const id = await stored(target, guest, each);
      if (id !== null) ids.push(id);
    }
    for (const id of ids) {
      const bytes = (await target.request('GET', `/api/v1/records/${id}`))?.body.length ?? 0;
      target.expect(bytes <= MAX_BYTES, `a record of ${bytes} bytes is stored`);
    }
    const lists = await inTurn(Array.from({ length: target.size({ short: 4, full: 60 }) }), 8, async () =>
      target.request('GET', '/api/v1/records?limit=20', { as: target.anonymous() }),
    );
    const longest = Math.max(...lists.map((list) => list?.body.length ?? 0));
    target.figures['bytes of the longest list'] = longest;
    target.expect(longest <= MAX_BYTES, `a list of games has ${longest} bytes`);
  },
};

/** Sends a game with other data inside; its id if it was stored, `null` otherwise. */
async function stored(target: Target, guest: Visitor, number: number): Promise<string | null> {
  const record = randomGame(number);
  const { end } = record;
  const body = number % 2 === 0 ? { ...record, junk: JUNK } : { ...record, end: { ...end, junk: JUNK } };
  const answer = await target.request('POST', '/api/games', { as: guest, body });
  const isStored = answer?.status === 201 || answer?.status === 200;
  return isStored ? (JSON.parse(answer.body) as { readonly id: string }).id : null;
}

/** A game of Arcanor to its end. */
export function randomGame(number: number): GameRecord {
  const game = findGame('arcanor');
  if (game === undefined) throw new Error('no Arcanor');
  const rng = new SeededRng(number);
  const setup = { options: defaultOptions(game.options), players: 2, deal: null };
  const [position, moves] = [game.start(setup), [] as number[]];
  while (position.turn !== NOBODY) {
    const move = position.randomMove(rng);
    moves.push(move);
    position.play(move);
  }
  return makeRecord(game, setup, moves);
}

/** The longest of a few games: the longer the line, the more its notes and pictures cost. */
export function longGame(): GameRecord {
  const found = Array.from({ length: 20 }, (_, number) => randomGame(number));
  return found.reduce((longest, each) => (each.moves.length > longest.moves.length ? each : longest));
}
