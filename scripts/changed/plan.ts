import { dirname } from 'node:path/posix';
import { CODE } from '../lib/gates.mjs';
import { type Graph, reached } from './graph.ts';

/** What is run for a change. Paths are from the root. */
export interface Plan {
  /** A changed file on which everything depends, in ways that no import shows. */
  readonly concernsAll?: string;
  /** Whether types outside of the page, and those of the page with its components, can have changed. */
  readonly typed: boolean;
  readonly components: boolean;
  /** Files for Oxlint, ESLint and Oxfmt. */
  readonly oxlint: readonly string[];
  readonly eslint: readonly string[];
  readonly oxfmt: readonly string[];
  readonly tests: readonly string[];
  /** How many slow tests the change may affect and are not among `tests`. */
  readonly leftOut: number;
  readonly browserTests: readonly string[];
}

const CONCERNS_ALL =
  /^(?:package(?:-lock)?\.json|[^/]*config[^/]*\.(?:json|js|ts)|\.npmrc|\.oxlintrc\.json|(?:packages\/[\w-]+|lab)\/(?:package|tsconfig[\w.]*)\.json|packages\/testkit\/src\/(?:postgres-setup|property-seed)\.ts|scripts\/lib\/(?:gates|run|suites)\.mjs)$/;
const TEST = /^(?:(?:packages\/[\w-]+|lab)\/test|scripts)\/.*\.test\.ts$/;
/** As in `vitest.config.ts`: all but its project `quick`. */
const SLOW =
  /\.slow\.test\.ts$|^packages\/(?:cli|server|store)\/test\/|^packages\/games\/test\/\w+\/(?:conformance|oracle|hidden)\.test\.ts$/;
/** So many slow ones are run, the nearest to the change, and those in the folder of its tests that import it. */
const MAX_SLOW = 3;
const PAGE = /^packages\/(?:web|board-element|core|games|ai|match|protocol|client)\//;

/** `existing`: those of the changed files that were not deleted. */
export function planFor(changed: readonly string[], existing: readonly string[], graph: Graph): Plan {
  const distances = reached(changed, graph);
  const affected = [...distances.keys()];
  const tests = affected.filter((path) => TEST.test(path));
  const slow = tests.filter((path) => SLOW.test(path));
  const closeness = (test: string) => Math.max(...changed.map((path) => likeness(path, test)));
  const isImporting = (test: string) =>
    changed.some((path) => likeness(path, test) >= Likeness.folder && graph.importers.get(path)?.has(test) === true);
  const near = slow
    .filter((path) => closeness(path) >= (path.endsWith('.slow.test.ts') ? Likeness.source : Likeness.package))
    .toSorted((left, right) => closeness(right) - closeness(left))
    .filter((path, place) => place < MAX_SLOW || isImporting(path));
  const own = (pattern: RegExp) => existing.filter((path) => pattern.test(path));
  // What a changed type makes wrong in its users is linted as well, as far as they import it themselves.
  const users = affected.filter((path) => distances.get(path) === 1 && !path.startsWith('packages/web/'));
  const concernsAll = changed.find((path) => CONCERNS_ALL.test(path));
  return {
    ...(concernsAll !== undefined && { concernsAll }),
    typed: changed.some((path) => CODE.test(path) && !path.startsWith('packages/web/')),
    components: changed.some((path) => PAGE.test(path) && /\.(?:ts|svelte|json|js|mjs)$/.test(path)),
    oxlint: [...new Set([...existing, ...users])].filter((path) => CODE.test(path)),
    eslint: own(/\.svelte(?:\.ts)?$/),
    oxfmt: existing,
    tests: [...tests.filter((path) => !SLOW.test(path)), ...near],
    leftOut: slow.length - near.length,
    browserTests: affected.filter((path) => path.endsWith('.spec.ts')),
  };
}

/** How near a test is to a change: tests mirror the folders of the sources. Links count less: each server test reaches the whole server. */
const Likeness = { none: 0, package: 1, folder: 2, source: 3, test: 4 } as const;

function likeness(changed: string, test: string): number {
  if (changed === test) return Likeness.test;
  const [source, mirror] = [changed.replace('/src/', '/test/'), test.replace(/(?:\.slow)?\.test\.ts$/, '.ts')];
  if (source === mirror) return Likeness.source;
  if (dirname(source) === dirname(mirror)) return Likeness.folder;
  const workspaceOf = (path: string) => path.split('/', 2).join('/');
  return workspaceOf(source) === workspaceOf(mirror) ? Likeness.package : Likeness.none;
}
