import { SeededRng } from '@tablier/core';
import type { Profile, ProgramLadder, RatedGames, RatingChanges, TableTerms } from '@tablier/protocol';
import { randomChoice, terms } from '@tablier/testkit/online';
import { expect, test } from 'vitest';
import { members, pairedTable, player, type Player, playShortly, read, serveMembers, tableOf } from '../members.ts';

const FACTS = { author: 'Ada L.', engine: 'Difference 2', source: 'https://example.org/d2', arenas: ['isaac'] };
const CLOCK = { system: 'fischer', base: 300, increment: 3 } as const;
const RATED: Partial<TableTerms> = { visibility: 'open', seating: 'drawn', rated: true, clock: CLOCK };
const becomeProgram = ({ browser }: Player, facts: object = FACTS) => browser.ask('PUT', '/api/me/program', facts);

const ladder = (of: Player) => read<ProgramLadder>(of, '/api/v1/programs/isaac/quick');

test('a program is rated against a level, whose rating stays, and is listed apart from people', async () => {
  const { url } = await serveMembers();
  const [ada, grace] = await members(url);
  if (ada === undefined || grace === undefined) throw new Error('no players');
  expect((await becomeProgram(ada, { ...FACTS, engine: ' ' })).error).toBe('bad-program');
  expect((await becomeProgram(ada)).status).toBe(204);
  expect(await read(ada, '/api/me/program')).toEqual({ program: FACTS });
  const { programs, levels } = await ladder(grace);
  expect(programs).toEqual([{ ...FACTS, name: 'Ada', username: 'ada', online: true, rating: null, games: 0 }]);
  expect(levels[0]).toEqual({ level: 1, value: 836 });
  expect((await read<Profile>(grace, '/api/v1/people/ada')).program).toEqual(FACTS);

  const chairs = ['me', { bot: 'beginner', strength: 1 }] as const;
  const opened = await ada.client.must({ kind: 'open', terms: terms('isaac', { ...RATED, chairs: [...chairs] }) });
  const { table } = opened;
  const rng = new SeededRng('ladder');
  for (let plies = 0; ; plies++) {
    // The clock of the first move starts when the player is known to be there.
    const view = await ada.client.view(
      table,
      ({ phase, match, you }) => phase === 'over' || ((match?.plies ?? -1) >= plies && match?.clock?.seat === you),
    );
    if (view.phase === 'over') break;
    plies = view.match?.plies ?? plies;
    expect(view.rated).toBe(true);
    await ada.client.must({ kind: 'act', table, action: { kind: 'move', move: randomChoice(view, rng) } });
  }
  const { changes } = await read<RatingChanges>(ada, `/api/tables/${table}/ratings`);
  expect(changes.filter((change) => change === null)).toHaveLength(1);
  expect((await ladder(grace)).programs).toMatchObject([{ games: 1, rating: { provisional: true } }]);
  expect((await ladder(grace)).levels).toEqual(levels);
  const { games } = await read<RatedGames>(grace, '/api/v1/people/ada/games');
  expect(games[0]?.seats).toContainEqual({
    place: expect.any(Number) as number,
    change: null,
    name: null,
    username: null,
    level: 1,
  });
});

test('a person plays a program unrated, and an account with ratings of a person stays one', async () => {
  const { url } = await serveMembers();
  const [ada, grace] = await members(url);
  const bob = await player(url, 'Bob', 'bob');
  if (ada === undefined || grace === undefined) throw new Error('no players');
  expect((await becomeProgram(ada)).status).toBe(204);
  const chairs = ['me', { username: 'ada' }] as const;
  const table = await tableOf(grace, ada, { ...RATED, chairs: [...chairs] });
  const view = await grace.client.view(table, ({ phase }) => phase === 'playing');
  expect([view.rated, view.chairs.some((chair) => chair.kind === 'person' && chair.program)]).toEqual([
    undefined,
    true,
  ]);
  await playShortly(table, [ada, grace]);
  for (const each of [ada, grace]) expect(await read(each, '/api/me/ratings')).toEqual({ ratings: [] });
  const open = await grace.client.must({ kind: 'open', terms: terms('isaac', { ...RATED, chairs: ['me', 'open'] }) });
  const refused = ada.client.must({ kind: 'sit', table: open.table, chair: 1 });
  await expect(refused).rejects.toThrow('no-programs');
  await playShortly(await pairedTable([bob, grace]), [bob, grace]);
  expect((await becomeProgram(bob)).error).toBe('person-rated');
});
