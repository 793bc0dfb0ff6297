import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

const listed = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' }).split('\n');
const documents = listed.filter(
  (path) =>
    /^(docs\/|packages\/[^/]+\/README|lab\/README|[A-Z]+\.md$)/.test(path) &&
    path !== 'CHANGELOG.md' &&
    existsSync(path),
);
const SOURCES = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n');

/** The text without blocks of code, which may show other files. */
const proseOf = (path: string): string => readFileSync(path, 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');

/** The anchors of the headings of a document, as GitHub makes them. */
const anchorsOf = (path: string): readonly string[] =>
  [...proseOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );

function brokenLinks(document: string): readonly string[] {
  return [...proseOf(document).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    const [path = '', anchor = ''] = link.split('#');
    const target = path === '' ? document : normalize(join(dirname(document), path));
    if (!existsSync(target)) return [link];
    return anchor === '' || anchorsOf(target).includes(anchor) ? [] : [link];
  });
}

/** The source files named in a document that exist nowhere: `match/src/decide.ts` is below `packages`, `decide.ts` anywhere. */
function missingSources(document: string): readonly string[] {
  const named = [...proseOf(document).matchAll(/`([\w./-]+\.(?:ts|svelte|tsv))`/g)].map(([, path = '']) => path);
  return named.filter(
    (path) =>
      !INVENTED.test(path) && !SOURCES.some((source) => endsWith(source, path) || endsWith(source, inSources(path))),
  );
}

const endsWith = (source: string, path: string): boolean => source === path || source.endsWith(`/${path}`);

/** Files of the invented game of `docs/adding-a-game.md`. */
const INVENTED = /four-winds|kite/;

/** `store/backup/format.ts` is short for `store/src/backup/format.ts`. */
const inSources = (path: string): string => path.replace('/', '/src/');

describe.each(documents)('%s', (document) => {
  test('has no link to a page or heading that does not exist', () => {
    expect(brokenLinks(document)).toEqual([]);
  });
});

// Measurements keep the names of the files that they measured.
describe.each(documents.filter((path) => !path.startsWith('docs/notebook/')))('%s', (document) => {
  test('names no source file that does not exist', () => {
    expect(missingSources(document)).toEqual([]);
  });
});
