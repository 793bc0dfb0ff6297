import '../../english.ts';
import { type GameRecord, NOBODY, type Seat, SeededRng } from '@tablier/core';
import { games } from '@tablier/games';
import { type GameSecrets, readLines, recordOf, type SecretPair, setupOf } from '@tablier/testkit';
import { expect, it } from 'vitest';
import { loadedBoard, loadModule } from '../../../src/games/boards.ts';
import { People } from '../../../src/lib/people.ts';
import { retraces } from '../../../src/review/past/retrace.ts';
import { loadWords, scriptOf } from '../../../src/review/film/film.ts';
import { loadTeller } from '../../../src/review/moments/game-moments.ts';
import { stepsOf } from '../../../src/table/match-ui/turns.ts';

/** The moves of both worlds for as long as nothing hidden shows. */
function movesOf(pair: SecretPair): readonly [readonly string[], readonly string[]] {
  const rng = new SeededRng('film');
  const moves = [...pair.openings.map((opening) => [...opening])];
  while (pair.turn !== NOBODY && pair.plies < 60) {
    const command = pair.next(rng);
    if (command === null || !pair.made(command)) break;
    if (command.kind === 'move') for (const world of moves) world.push(command.text);
  }
  return [moves[0] ?? [], moves[1] ?? []];
}

/** What the film of a world says and draws, as text. */
async function filmOf(pair: SecretPair, moves: readonly string[], world: 0 | 1, seat: Seat): Promise<string> {
  const game = games.find(({ id }) => id === pair.game);
  if (game === undefined) throw new Error(`no game ${pair.game}`);
  await loadModule(game.id);
  const { options, players } = pair;
  const setup = setupOf(game, { options, players, deal: pair.deals[world] });
  const [example = ''] = readLines(new URL(`../../../../games/test/${game.id}/examples.jsonl`, import.meta.url));
  const { end: _end, ...rest } = recordOf(example);
  const record: GameRecord = { ...rest, ...setup, moves };
  const seenBy = retraces(game, setup, record);
  const { turns } = seenBy('open');
  const played = {
    ...{ game, setup, record, turns, seenBy, bottom: seat, focus: seat, isLost: false, result: '' },
    ...{ people: new People(game), board: loadedBoard(game.id) },
    steps: stepsOf({ turns, players, chapters: [] }),
  };
  const [words, teller] = await Promise.all([loadWords('en'), loadTeller(played, 'en')]);
  const { moments, ...script } = scriptOf({ played, teller, words }, teller.seenBy(seat), seat);
  expect(moments.length).toBeGreaterThan(0);
  return JSON.stringify({ ...script, moments });
}

it.each(games.filter(({ isOpen }) => !isOpen).map(({ id }) => id))(
  'the film of %s from a seat shows only what that seat knew',
  async (id) => {
    const { secretPairs } = (await import(`@tablier/games/secret-pairs/${id}`)) as GameSecrets;
    let compared = 0;
    for (const [index, draw] of [...secretPairs, ...secretPairs].entries()) {
      const { pair } = draw(`film ${index}`, 2 * index);
      const moves = movesOf(pair);
      for (const seat of pair.alike) {
        compared++;
        expect(await filmOf(pair, moves[0], 0, seat)).toBe(await filmOf(pair, moves[1], 1, seat));
      }
    }
    expect(compared).toBeGreaterThan(2);
  },
);
