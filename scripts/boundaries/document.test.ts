import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BOUNDARIES } from './table.ts';

const DOCUMENT = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8');

type Imports = readonly [name: string, packages: readonly string[]];

/** By name, with sorted imports. */
const sorted = (packages: readonly Imports[]): object =>
  Object.fromEntries(packages.map(([name, imports]) => [name, imports.toSorted()]));

/** The entries of the list that follows `before`, as the text of each before its colon, without the marks of code. */
function entriesAfter(before: string): readonly string[] {
  const [, list = ''] = DOCUMENT.split(new RegExp(`${before.replaceAll(' ', '\\s+')}:\\n`));
  const entries = /^\s*((?:- [^\n]+\n(?: {2}[^\n]+\n)*)+)/.exec(list)?.[1] ?? '';
  return entries
    .split(/^- /m)
    .flatMap((entry) => (entry === '' ? [] : [(entry.split(':')[0] ?? '').replaceAll(/`/g, '')]));
}

test('docs/architecture.md lists the packages with the packages that each may import', () => {
  const documented = entriesAfter('that it may import').map((entry): Imports => {
    const [, name = '', imports = ''] = /^(\S+) \(([^)]+)\)$/.exec(entry.replaceAll(/\s+/g, ' ')) ?? [];
    return [name, imports.split(', ').filter((each) => each !== 'nothing')];
  });
  const enforced = Object.entries(BOUNDARIES).map(([name, { packages }]): Imports => [name, packages]);
  expect(sorted(documented)).toEqual(sorted(enforced));
});

test.each([
  ['server', 'from those above it'],
  ['web', 'inside each \\(`rooms` in `scripts/boundaries/table.ts`\\)'],
])('docs/architecture.md lists the layers of %s in the order of the table of boundaries', (name, before) => {
  expect(entriesAfter(before).map((entry) => entry.split(', '))).toEqual(
    BOUNDARIES[name]?.layers?.map((layer) => [layer].flat()),
  );
});
