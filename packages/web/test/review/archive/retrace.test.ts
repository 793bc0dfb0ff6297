import { readFileSync } from 'node:fs';
import { type GameRecord, makeSetup } from '@tablier/core';
import { isaac } from '@tablier/games';
import { describe, expect, it } from 'vitest';
import { retrace } from '../../../src/review/past/retrace.ts';

const file = new URL('upto.json', import.meta.url);
const record = JSON.parse(readFileSync(file, 'utf8')) as GameRecord;
const setup = makeSetup(isaac, record);
if (!setup.ok) throw new Error(setup.error.name);
const past = retrace(isaac, setup.value, record);

describe('a retraced game', () => {
  it('shows every position, from the empty board to the end', () => {
    expect(past.moments).toHaveLength(record.moves.length + 1);
    expect(past.start.lastMoves).toEqual([]);
    expect(past.moments.at(-1)?.view.outcome).toEqual({ scores: record.end?.scores, places: record.end?.places });
  });

  it('[I13] lists a removal and its advance as one turn', () => {
    const advance = past.turns.find(({ texts }) => texts.some((text) => text.startsWith('+')));
    expect(advance?.texts).toHaveLength(2);
    expect(past.turns.flatMap(({ texts }) => texts)).toEqual(record.moves);
    expect(past.moments[advance?.ply ?? 0]?.lastMoves).toHaveLength(2);
  });

  it('[I6] notes the forced passes at the turn before them', () => {
    const passing = past.turns.filter(({ passed }) => passed.length > 0);
    expect(passing.length).toBeGreaterThan(0);
    for (const { ply, passed } of passing) expect(past.moments[ply]?.view.passed).toEqual(passed);
  });
});
