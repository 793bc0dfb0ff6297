import { readFileSync } from 'node:fs';
import { insertAfter, insertItem, insertLine } from './insert.ts';
import type { Names } from './names.ts';

/** A list in an existing file that a game has to stand in. */
export interface Place {
  readonly path: string;
  /** What the author looks for where it was not found. */
  readonly what: string;
  /** The file with the game in it; `null` where the place is not there. */
  readonly insert: (text: string, names: Names) => string | null;
}

/** How moves are written, in each language of the terminal. */
const NOTATION = JSON.parse(readFileSync(new URL('notation.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, string>
>;

const quoted = (id: string): string => (id.includes('-') ? `'${id}'` : id);

const CATALOGUE = 'packages/games/src/index.ts';
const BOARDS = 'packages/web/src/boards/index.ts';
const TERMINAL = 'packages/cli/src/play/messages.ts';

/** `notation: {` among the texts of one language. */
const notationOf = (language: string): RegExp =>
  new RegExp(`^const ${language}: Messages = \\{$(?:(?!^\\};)[^])*?^  notation: \\{$`, 'm');

/** Every place, in the order in which they are filled. */
export const PLACES: readonly Place[] = [
  {
    path: CATALOGUE,
    what: 'the imports of the games',
    insert: (text, { id, identifier }) =>
      insertLine(
        text,
        /^import \{ \w+ \} from '\.\/[^/]+\/index\.ts';$/,
        `import { ${identifier} } from './${id}/index.ts';`,
      ),
  },
  {
    path: CATALOGUE,
    what: 'the exports of the games',
    insert: (text, { id, identifier }) =>
      insertLine(
        text,
        /^export \{ \w+ \} from '\.\/[^/]+\/index\.ts';$/,
        `export { ${identifier} } from './${id}/index.ts';`,
      ),
  },
  {
    path: CATALOGUE,
    what: 'the list `games`',
    insert: (text, { identifier }) =>
      insertItem(text, /(const games: readonly Game\[\] = \[)([^[\]]*)(\];)/, identifier),
  },
  {
    path: 'packages/games/package.json',
    what: '`exports`',
    insert: (text, { id }) => insertItem(text, /("exports": \{)([^{}]*)(\})/, `"./${id}": "./src/${id}/index.ts"`),
  },
  {
    path: BOARDS,
    what: 'the list `BOARDS`',
    insert: (text, { id, identifier }) =>
      insertLine(
        text,
        /^ {2}\S+: \(\) => import\('\.\/[^/]+\/board\.ts'\)/,
        `  ${quoted(id)}: () => import('./${id}/board.ts').then((file) => file.${identifier}Board),`,
      ),
  },
  ...Object.entries(NOTATION).map(([language, sentence]): Place => ({
    path: TERMINAL,
    what: `\`notation\` in the language ${language}`,
    insert: (text, { id }) => insertAfter(text, notationOf(language), `    ${quoted(id)}: ['${sentence}'],`),
  })),
];
