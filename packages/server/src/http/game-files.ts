import type { GameFacts } from '@tablier/core';
import type { AddedGame } from '@tablier/games';
import { parseRoute } from '@tablier/protocol/routes';
import type { FastifyInstance } from 'fastify';
import { addedFiles, GameFileError, textForPage } from '../lib/game-file.ts';
import { escapeHtml } from './page-html.ts';

/** Serves the games of files to the page, and returns the tag by which it knows them; an empty text without any. */
export function addGameFiles(app: FastifyInstance): string {
  const files = addedFiles();
  if (files.length === 0) return '';
  for (const { game, path } of files) {
    if (parseRoute(`/${game.id}`).page !== 'game')
      throw new GameFileError(`${path}: /${game.id} is a page of the site: choose another id`);
    const text = textForPage(path);
    app.get(`/games/${game.id}.js`, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(text),
    );
  }
  const games = files.map(({ game }) => game);
  const added = { games: games.map(factsOf), texts: Object.fromEntries(games.flatMap(textsOf)) };
  return `  <meta name="games" content="${escapeHtml(JSON.stringify(added))}" />\n  `;
}

/** What the page shows of a game before it loads the file. */
const factsOf = ({
  id,
  name,
  author,
  year,
  rulesVersion,
  players,
  options,
  presets,
  seatNames,
}: GameFacts): GameFacts => ({
  ...{ id, name, author, year, rulesVersion, players, options, presets, seatNames },
});

/** By the keys of the page: a sentence about the game, and the names that it gives things as they are. */
function textsOf({ id, about = '', options, presets, seatNames }: AddedGame): [string, string][] {
  const texts: [string, string][] = [
    [`game_${id}`, about],
    [`home_line_${id}`, about],
    [`table_goal_${id}`, about],
    ...Object.keys(presets).map((name): [string, string] => [`preset_${id}_${name}`, name]),
    ...seatNames.map((name): [string, string] => [`seat_${name}`, name]),
    ...Object.entries(options).flatMap(([name, { values }]): [string, string][] => [
      [`option_${id}_${name}`, name],
      [`option_${id}_${name}_help`, ''],
      ...values.map((value): [string, string] => [`option_${id}_${name}_${value}`, String(value)]),
    ]),
  ];
  return texts.map(([key, text]) => [key.replaceAll('-', '_'), text]);
}
