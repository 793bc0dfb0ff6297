import { type GameRecord, OpeningTally, type RecordEnd } from '@tablier/core';
import { games } from '@tablier/games';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const gameNamed = (id: string) => {
  const game = games.find((each) => each.id === id);
  if (game === undefined) throw new Error(id);
  return game;
};

type Played = Pick<GameRecord, 'rules' | 'options' | 'players' | 'deal' | 'moves' | 'end'>;

const won: RecordEnd = { by: 'rules', scores: [1, 0], places: [1, 2] };
const drawn: RecordEnd = { by: 'agreement', scores: [0, 0], places: [1, 1] };

const played = (id: string, moves: readonly string[], end: RecordEnd | undefined = won): Played => {
  const { presets, rulesVersion: rules } = gameNamed(id);
  return { rules, options: Object.values(presets)[0] ?? {}, players: 2, deal: null, moves, ...(end && { end }) };
};

describe('the tally of openings', () => {
  it('counts first moves with their results, the most played first', () => {
    const tally = new OpeningTally(gameNamed('isaac'));
    for (const [moves, end] of [
      [['30-34'], won],
      [['31-35'], won],
      [['31-35'], drawn],
      [['31-35'], { ...won, places: [2, 1] }],
    ] as const)
      tally.add(played('isaac', moves, end));
    const { options } = played('isaac', []);
    expect(tally.result()).toEqual({
      games: 4,
      openings: [
        { options, move: '31-35', places: 1, games: 3, firstWins: 1, draws: 1 },
        { options, move: '30-34', places: 1, games: 1, firstWins: 1, draws: 0 },
      ],
    });
  });

  it('counts first moves that are equal by symmetry as one, where the board has one', () => {
    const tally = new OpeningTally(gameNamed('nasca'));
    const corners = ['a4-e4', 'g4-k4', 'a7-e7', 'g7-k7'];
    for (const move of corners) tally.add(played('nasca', [move]));
    const { options } = played('nasca', []);
    const africa = { ...options, landscape: 'africa' };
    for (const move of corners) tally.add({ ...played('nasca', [move]), options: africa });
    expect(tally.result().openings.map(({ move, games }) => [move, games])).toEqual([
      ['a4-e4', 4],
      ...corners.map((move) => [move, 1]),
    ]);
  });

  it('leaves out what has no result or other rules', () => {
    const tally = new OpeningTally(gameNamed('isaac'));
    tally.add({ ...played('isaac', ['30-34']), end: { ...won, by: 'abort' } });
    tally.add({ ...played('isaac', ['30-34']), rules: 0 });
    tally.add({ ...played('isaac', ['30-34']), deal: { position: 'isaac …' } });
    const { end: _, ...running } = played('isaac', ['30-34']);
    tally.add(running);
    expect(tally.result()).toEqual({ games: 0, openings: [] });
  });

  it('counts the places of the first turn in a game that was dealt, without the move that stops', () => {
    const game = gameNamed('masker');
    const tally = new OpeningTally(game);
    const lines = readFileSync(new URL('../../games/test/masker/examples.jsonl', import.meta.url), 'utf8')
      .trim()
      .split('\n');
    const examples = lines.map(
      (line) => JSON.parse(line) as Pick<GameRecord, 'options' | 'players' | 'deal' | 'moves'>,
    );
    for (const example of examples) tally.add({ ...example, rules: game.rulesVersion, end: won });
    const { openings, games: count } = tally.result();
    expect(count).toBe(examples.length);
    expect(openings.length).toBeGreaterThan(0);
    for (const { move, places } of openings) {
      expect(move).toBeNull();
      expect(places).toBeGreaterThanOrEqual(1);
      expect(places).toBeLessThanOrEqual(3);
    }
  });
});
