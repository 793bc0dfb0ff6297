import { dirname, join } from 'node:path/posix';

/** Imports are read from the text, without parsing it: what looks like one in a comment only adds a test. */
const SPECIFIER = /(?:\bfrom|\bimport|\bnew URL|\bimport\.meta\.glob)\s*\(?\s*\[?\s*(['"`])([^'"`\n]+)\1/g;
/** Nothing is left of them at run time. */
const ERASED = /^(?:import|export) type [^;]*;/gm;
const LITERAL = /'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g;
/** `join(ROOT, 'packages', 'games', …)`: a path in pieces. */
const JOINED = /\bjoin\(([^()]*)\)/g;
/** A module that reads files or starts programs may mean what its texts name: a file, a folder, all files of a kind. */
const READS = /\b(?:readFile|readdir|createReadStream|cpSync|copyFile|openSync|ls-files|spawn|execFile|run\()/;
const PATH = /^[\w./*-]*[./][\w./*-]*$/;
const CODE = /\.(?:ts|mjs|js|svelte|css)$/;
/** More files than this with one name, such as `index.ts`, are not what a module means by it. */
const MAX_NAMESAKES = 12;

/** Of each file those that import or start it, and those that read its text or its name. Paths are from the root. */
export interface Graph {
  readonly importers: ReadonlyMap<string, ReadonlySet<string>>;
  readonly readers: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A workspace as others import it. */
export interface Workspace {
  readonly name: string;
  readonly folder: string;
  readonly exports?: Readonly<Record<string, string>>;
}

/** `read` returns the text of a file. */
export function graphOf(
  files: readonly string[],
  workspaces: readonly Workspace[],
  read: (path: string) => string,
): Graph {
  const importers = new Map<string, Set<string>>();
  const readers = new Map<string, Set<string>>();
  const names = new Names(files);
  for (const from of files.filter((path) => CODE.test(path))) {
    const text = read(from);
    const add = (to: string, kind: Map<string, Set<string>>) => kind.set(to, (kind.get(to) ?? new Set()).add(from));
    for (const [, , specifier = ''] of text.replaceAll(ERASED, '').matchAll(SPECIFIER)) {
      const path = specifier.startsWith('.') ? join(dirname(from), specifier) : exported(workspaces, specifier);
      const isGlob = path.includes('*');
      for (const to of isGlob ? names.below(dirname(path.split('*')[0] + 'x')) : [path.split('?')[0] ?? ''])
        add(to, importers);
    }
    if (!READS.test(text)) continue;
    for (const word of wordsOf(text)) {
      const exact = names.file(from, word);
      // A program that is started depends on all that it imports.
      if (exact !== undefined) add(exact, CODE.test(exact) ? importers : readers);
      else for (const to of names.meant(from, word)) add(to, readers);
    }
  }
  return { importers, readers };
}

/** What the texts in a module could name, and paths that it joins. */
function wordsOf(text: string): ReadonlySet<string> {
  const contents = (code: string) => [...code.matchAll(LITERAL)].map(([, ...parts]) => parts.join(''));
  const words = contents(text).flatMap((literal) => literal.split(/[\s()=,;]+|\$\{[^}]*\}/));
  return new Set([...words, ...[...text.matchAll(JOINED)].map(([, pieces = '']) => contents(pieces).join('/'))]);
}

/** Finds files by what a module may call them. */
class Names {
  readonly #files: ReadonlySet<string>;
  readonly #byName: ReadonlyMap<string, readonly string[]>;
  readonly #byEnd: ReadonlyMap<string, readonly string[]>;

  constructor(files: readonly string[]) {
    this.#files = new Set(files);
    this.#byName = grouped(files, (path) => path.slice(path.lastIndexOf('/') + 1));
    this.#byEnd = grouped(files, (path) => path.slice(path.lastIndexOf('.')));
  }

  below(folder: string): string[] {
    return [...this.#files].filter((path) => path.startsWith(`${folder}/`));
  }

  /** The file of a path from the root or from the folder of the module. */
  file(from: string, word: string): string | undefined {
    const path = word.replace(/^\.?\//, '');
    return [path, join(dirname(from), word)].find((each) => this.#files.has(each));
  }

  /** `.md`: all files of this kind; `examples.jsonl`: those of this name; `packages/games/test/`: all in this folder. */
  meant(from: string, word: string): readonly string[] {
    if (!PATH.test(word)) return [];
    const kind = /^[*/]*(\.\w+)$/.exec(word)?.[1];
    if (kind !== undefined) return CODE.test(kind) ? [] : (this.#byEnd.get(kind) ?? []);
    const fixed = word.replace(/\/?[^/]*\*.*$/, '').replace(/\/$/, '');
    const namesakes = this.#byName.get(fixed.slice(fixed.lastIndexOf('/') + 1)) ?? [];
    if (namesakes.length > 0 && namesakes.length <= MAX_NAMESAKES) return namesakes;
    // A module that names a folder around itself only begins a path with it.
    return [fixed.replace(/^\//, ''), join(dirname(from), fixed)]
      .filter((folder) => !/^\.*$/.test(folder) && !from.startsWith(`${folder}/`))
      .flatMap((folder) => this.below(folder));
  }
}

function grouped(files: readonly string[], keyOf: (path: string) => string): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const path of files) groups.set(keyOf(path), [...(groups.get(keyOf(path)) ?? []), path]);
  return groups;
}

/** The file that `@tablier/NAME/path` stands for; empty for a package of the registry. */
function exported(workspaces: readonly Workspace[], specifier: string): string {
  const [scope = '', name = '', ...inner] = specifier.split('/');
  const { folder = '', exports = {} } = workspaces.find((each) => each.name === `${scope}/${name}`) ?? {};
  const wanted = ['.', ...inner].join('/');
  for (const [pattern, file] of Object.entries(exports)) {
    const [start = '', end] = pattern.split('*');
    if (end === undefined ? pattern !== wanted : !wanted.startsWith(start) || !wanted.endsWith(end)) continue;
    const star = end === undefined ? '' : wanted.slice(start.length, wanted.length - end.length);
    if (!star.includes('/')) return join(folder, file.replace('*', star));
  }
  return '';
}

/** What a change of some files reaches, with the length of the shortest way: 0 for the files themselves. */
export function reached(changed: readonly string[], { importers, readers }: Graph): ReadonlyMap<string, number> {
  const distances = new Map(changed.map((path) => [path, 0]));
  for (const path of changed)
    for (const reader of readers.get(path) ?? []) if (!distances.has(reader)) distances.set(reader, 1);
  // The map grows while it is walked: what is nearer comes first.
  for (const [path, distance] of distances)
    for (const each of importers.get(path) ?? []) if (!distances.has(each)) distances.set(each, distance + 1);
  return distances;
}
