import { LEVELS } from '@tablier/core';
import { games } from '@tablier/games';
import { CLIENT_MESSAGES, PACES, SERVER_MESSAGES, SPOKEN_VERSIONS } from '@tablier/protocol';
import * as z from 'zod/mini';
import { type AnyOperation, operation } from './operation.ts';
import { GAME_SCHEMAS } from './game-schemas.ts';
import { catalogue } from './schemas.ts';

/** What can be played, from the declarations of the games. */
const CATALOGUE = {
  protocol: SPOKEN_VERSIONS,
  games: games.map((game) => ({
    id: game.id,
    name: game.name,
    author: game.author,
    year: game.year,
    rules: game.rulesVersion,
    players: game.players,
    seats: game.seatNames,
    options: game.options,
    presets: game.presets,
    canDraw: game.canDraw,
    hasPeeks: game.peeks !== undefined,
  })),
  levels: LEVELS,
  paces: PACES,
};

/** The JSON Schema of every message of the WebSocket, by direction and kind. */
function messageSchemas() {
  const schemasOf = (messages: Readonly<Record<string, z.ZodMiniType>>) =>
    Object.fromEntries(
      Object.entries(messages).map(([kind, schema]) => [
        kind,
        z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
      ]),
    );
  const games = Object.entries(GAME_SCHEMAS).map(([id, { view, options, move }]) => [
    id,
    schemasOf({ view, options, move }),
  ]);
  return {
    client: schemasOf(CLIENT_MESSAGES),
    server: schemasOf(SERVER_MESSAGES),
    games: Object.fromEntries(games) as Record<string, ReturnType<typeof schemasOf>>,
  };
}

/** Games, options, presets, levels, time controls, and the schemas of the messages. */
export function catalogueOperations(): readonly AnyOperation[] {
  let messages: ReturnType<typeof messageSchemas> | undefined;
  return [
    operation({
      id: 'listGames',
      method: 'GET',
      path: '/games',
      tag: 'games',
      summary: 'The games with their options, presets and players, the levels of bots and the named time controls',
      access: 'anyone',
      answer: catalogue,
      run: async () => CATALOGUE,
    }),
    operation({
      id: 'getMessageSchemas',
      method: 'GET',
      path: '/schema',
      tag: 'games',
      summary:
        'The JSON Schema of every message of the WebSocket, and of the view, the options and the moves of each game',
      access: 'anyone',
      answer: z.object({
        client: z.record(z.string(), z.looseObject({})),
        server: z.record(z.string(), z.looseObject({})),
        games: z.record(z.string(), z.record(z.string(), z.looseObject({}))),
      }),
      run: async () => (messages ??= messageSchemas()),
    }),
  ];
}
