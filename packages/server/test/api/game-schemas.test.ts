import * as z from 'zod/mini';
import { isLegal, makeSetup, NOBODY, SeededRng, type Viewer } from '@tablier/core';
import { games } from '@tablier/games';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { GAME_SCHEMAS } from '../../src/api/schemas.ts';

/** The check of a schema that refuses every field it does not name, as no client may. */
function strictly(schema: z.ZodMiniType) {
  const strict = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      if (jsonSchema.type === 'object' && jsonSchema.properties !== undefined) jsonSchema.additionalProperties = false;
    },
  });
  return new Ajv2020({ strict: false }).compile(strict);
}

test('every game has schemas of its view, options and moves', () => {
  expect(Object.keys(GAME_SCHEMAS).toSorted()).toEqual(games.map(({ id }) => id).toSorted());
});

test.each(
  games.flatMap((game) => Object.entries(game.presets).map(([preset, options]) => ({ game, preset, options }))),
)(
  'the schemas of $game.id describe every view and move of random games, with the preset $preset',
  ({ game, preset, options }) => {
    const schemas = GAME_SCHEMAS[game.id];
    if (schemas === undefined) throw new Error('no schemas');
    const [isView, isMove] = [strictly(schemas.view), strictly(schemas.move)];
    for (const players of game.players) {
      const rng = new SeededRng(`${preset} ${players}`);
      const deal = game.deals.draw(options, players, rng);
      const setup = makeSetup(game, { options, players, deal });
      if (!setup.ok) throw new Error(setup.error.detail);
      const position = game.start(setup.value);
      const viewers: readonly Viewer[] = ['spectator', 'open', ...Array.from({ length: players }, (_, seat) => seat)];
      const faults = (): unknown =>
        viewers.flatMap((viewer) =>
          isView(JSON.parse(JSON.stringify(game.view(position, viewer)))) ? [] : isView.errors,
        );
      for (;;) {
        expect(faults()).toEqual([]);
        if (position.turn === NOBODY) break;
        const choices = game.choices(game.view(position, position.turn));
        for (const choice of choices) expect(isMove(game.formatMove(choice)), game.formatMove(choice)).toBe(true);
        const legal = choices.filter((choice) => isLegal(game, position, choice));
        position.play(legal[rng.below(legal.length)] ?? -1);
      }
    }
  },
);
