import {
  addLine,
  annotate,
  completeOptions,
  emptyTree,
  type Game,
  hashText,
  legalMovesOf,
  makeRecord,
  movesTo,
  NOBODY,
  nodeOf,
  promote,
  readChapter,
  removeBranch,
  replay,
  SeededRng,
  type Setup,
  STUDY_ROOT,
  type StudyTree,
  toStoredRecord,
  writeChapter,
} from '@tablier/core';
import { SEED } from '@tablier/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findGame, games } from '../src/index.ts';

/** What a user does to a study, at a position picked by a number. */
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('play', 'play', 'play', 'play', 'text', 'mark', 'promote', 'remove'),
    at: fc.nat(10_000),
    pick: fc.nat(10_000),
    text: fc.string({ unit: 'grapheme', maxLength: 40 }),
  }),
  { minLength: 1, maxLength: 60 },
);
type StudyStep = typeof steps extends fc.Arbitrary<readonly (infer T)[]> ? T : never;

function taken(tree: StudyTree, { kind, at, pick, text }: StudyStep, game: Game, setup: Setup): StudyTree {
  const ids = [...tree.keys()];
  const id = ids[at % ids.length] ?? STUDY_ROOT;
  if (kind === 'text') return annotate(tree, id, { text });
  if (kind === 'mark') return annotate(tree, id, { marks: [{ from: text.slice(0, 8), to: 'b2' }, { from: 'a1' }] });
  if (kind === 'promote') return promote(tree, id);
  if (kind === 'remove') return id === STUDY_ROOT ? tree : removeBranch(tree, id).tree;
  const position = game.start(setup);
  for (const move of movesTo(tree, id)) position.play(move);
  if (position.turn === NOBODY) return tree;
  const legal = legalMovesOf(game, position);
  const added = addLine(tree, id, [legal[pick % legal.length] ?? 0]);
  return added.ok ? added.value.tree : tree;
}

/** The same for two trees that differ in ids only. */
const shapeOf = (tree: StudyTree, id = STUDY_ROOT): unknown => {
  const { move, text, marks, children } = nodeOf(tree, id);
  return [id === STUDY_ROOT ? null : move, text, marks, children.map((child) => shapeOf(tree, child))];
};

function setupOf(game: Game): Setup {
  const options = completeOptions(game.options, {});
  if (!options.ok) throw new Error(options.error.detail);
  const players = game.players[0] ?? 2;
  const deal = game.deals.draw(options.value, players, new SeededRng(hashText(SEED)));
  return { options: options.value, players, deal };
}

test.each(games.map((game) => ({ game, title: `${game.id} (TABLIER_SEED=${SEED})` })))(
  'a study of $title is read as it was written, and its main line is a record',
  ({ game }) => {
    const setup = setupOf(game);
    fc.assert(
      fc.property(steps, (all) => {
        const tree = all.reduce((grown, step) => taken(grown, step, game, setup), emptyTree());
        const written = writeChapter({ game, setup, title: 'A title', tree, ended: null });
        const read = readChapter(findGame, JSON.parse(JSON.stringify(written)));
        if (!read.ok) throw new Error(`${read.error.name}: ${read.error.detail}`);
        expect(shapeOf(read.value.tree)).toEqual(shapeOf(tree));
        expect(writeChapter(read.value)).toEqual(written);
        const record = replay(findGame, written);
        if (!record.ok) throw new Error(record.error.name);
        const moves = written.moves.map((text) => game.parseMove(text) ?? -1);
        expect(toStoredRecord(record.value)).toEqual(makeRecord(game, setup, moves));
      }),
      { numRuns: 40 },
    );
  },
);
