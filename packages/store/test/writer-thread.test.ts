import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The packages that a module loads, itself and by the modules that it imports. Types are not loaded. */
function packagesOf(module: URL, known: Set<string> = new Set()): readonly string[] {
  if (known.has(module.href)) return [];
  known.add(module.href);
  const source = readFileSync(module, 'utf8');
  const imported = [...source.matchAll(/^(?:import|export) (?!type )(?:[^;]*? from )?'([^']+)';/gm)];
  return imported.flatMap(([, name = '']) =>
    name.startsWith('.') ? packagesOf(new URL(name, module), known) : [name],
  );
}

test('the writer thread of SQLite loads no query builder, which takes longer than all else that it does at its start', () => {
  const writer = new URL('../src/sqlite/writer-thread.ts', import.meta.url);
  expect(new Set(packagesOf(writer))).toEqual(new Set(['node:worker_threads', 'node:sqlite', 'lru-cache']));
});
