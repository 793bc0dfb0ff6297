import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Boundary, BOUNDARIES } from './table.ts';

const DOCUMENT = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8');

/** The rows of the first table whose header begins with `header`, as cells without the marks of code. */
function tableOf(header: string): readonly (readonly string[])[] {
  const lines = DOCUMENT.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${header}`));
  const rows = lines.slice(start + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll('`', '').trim()),
  );
}

/** The names in a cell, in alphabetical order, without remarks in parentheses. */
const namesIn = (cell = ''): readonly string[] =>
  cell
    .replaceAll(/ \([^)]*\)/g, '')
    .split(', ')
    .filter((name) => name !== 'none' && name !== '–')
    .toSorted();

const thirdPartyOf = ({ thirdParty, adapters = {} }: Boundary): readonly string[] =>
  [...thirdParty, ...Object.values(adapters).flatMap((adapter) => adapter.thirdParty)].toSorted();

test('docs/architecture.md lists the packages with the imports that the table of boundaries allows', () => {
  const documented = tableOf('package ').map(([name, , packages, thirdParty]) => [
    name,
    { packages: namesIn(packages), thirdParty: namesIn(thirdParty) },
  ]);
  const enforced = Object.entries(BOUNDARIES).map(([name, fence]) => [
    name,
    { packages: fence.packages.toSorted(), thirdParty: thirdPartyOf(fence) },
  ]);
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(enforced));
});

test.each(['server', 'web'])(
  'docs/architecture.md lists the layers of %s in the order of the table of boundaries',
  (name) => {
    const documented = tableOf(`folder of \`packages/${name}/src\``).map(([cell = '']) => cell.split(', '));
    expect(documented).toEqual(BOUNDARIES[name]?.layers?.map((layer) => [layer].flat()));
  },
);
