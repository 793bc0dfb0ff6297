import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { cyclesOf } from './cycles.ts';
import { type Import, importsOf, impureUsesOf, parseModule } from './module.ts';
import { type Boundary, BOUNDARIES, folderOf, LAB, type Layers, TEST_TOOLS } from './table.ts';

/** What a walk over all packages found. `modules` is how many were read: a walk that read none proves nothing. */
export interface Cruise {
  readonly modules: number;
  /** One line each: `packages/core/src/game.ts:3: core may not import @tablier/ai`. Sorted. */
  readonly faults: readonly string[];
}

/** `source`: held to its fence. `test`: may use the tools of tests as well. `tool`: configuration and launchers. */
type Zone = 'source' | 'test' | 'tool';

interface Module {
  /** From the root, with `/`. */
  readonly path: string;
  readonly package: string;
  readonly zone: Zone;
  readonly imports: readonly Import[];
}

const SKIPPED: ReadonlySet<string> = new Set(['node_modules', 'dist', 'build', 'paraglide', '.svelte-check']);
const READ = /\.(ts|mjs|js|svelte)$/;

/** Reads every module under `root/packages` and `root/lab` and holds it to the table. */
export function cruise(root: string): Cruise {
  const modules: Module[] = [];
  const faults: string[] = [];
  for (const path of ['packages', LAB].flatMap((folder) => filesBelow(root, folder))) {
    const source = parseModule(path, readFileSync(join(root, path), 'utf8'));
    const name = packageOf(path);
    const module = { path, package: name, zone: zoneOf(path), imports: importsOf(source) };
    modules.push(module);
    if (fenceOf(module)?.platform !== 'pure' || module.zone !== 'source') continue;
    for (const use of impureUsesOf(source)) {
      faults.push(`${path}:${use.line}: ${name} is pure and may not use ${use.name}`);
    }
  }
  faults.push(...modules.flatMap((module) => importFaults(root, module)));
  faults.push(...cyclesOf(runtimeGraph(modules)).map((cycle) => `${cycle[0]}: import cycle ${cycle.join(' > ')}`));
  return { modules: modules.length, faults: faults.toSorted() };
}

function filesBelow(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesBelow(root, path);
    return READ.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}

function packageOf(path: string): string {
  const [root = '', name = ''] = path.split('/');
  return root === LAB ? LAB : name;
}

/** The folder with the sources of a package. */
const sourcesOf = (name: string): string => `${folderOf(name)}/${name === LAB ? 'prove' : 'src'}`;

function zoneOf(path: string): Zone {
  const name = packageOf(path);
  if (path.startsWith(`${sourcesOf(name)}/`) && !path.endsWith('.mjs')) return 'source';
  return /^(test|e2e)\//.test(path.slice(folderOf(name).length + 1)) ? 'test' : 'tool';
}

/** The fence of a module: that of its package, with the platform of an adapter. Tests may use what the adapters use. */
function fenceOf(module: Module): Boundary | undefined {
  const fence = BOUNDARIES[module.package];
  if (fence?.adapters === undefined) return fence;
  const adapter = module.zone === 'source' ? adapterOf(module.package, module.path) : undefined;
  const used = Object.values(fence.adapters).flatMap(({ thirdParty }) => thirdParty);
  return module.zone === 'source' ? { ...fence, ...adapter } : { ...fence, thirdParty: used };
}

const adapterOf = (name: string, path: string): Pick<Boundary, 'platform' | 'thirdParty'> | undefined =>
  BOUNDARIES[name]?.adapters?.[relative(sourcesOf(name), path)];

function importFaults(root: string, module: Module): string[] {
  const fence = fenceOf(module);
  if (fence === undefined) return [`${module.path}:1: ${module.package} is not in the table of boundaries`];
  const known = declaredIn(root, module.package);
  return module.imports.flatMap(({ specifier, line }) => {
    const fault = faultOf(root, module, fence, specifier) ?? undeclared(module, known, specifier);
    return fault === null ? [] : [`${module.path}:${line}: ${fault}`];
  });
}

/** Why an import is forbidden; `null` where it is allowed. */
function faultOf(root: string, module: Module, fence: Boundary, specifier: string): string | null {
  const { package: own, zone } = module;
  if (specifier.startsWith('.')) return relativeFault(root, module, specifier);
  if (specifier.startsWith('@tablier/')) {
    const allowed = zone === 'source' ? fence.packages : [...fence.packages, ...fence.tests, own, 'testkit'];
    const [, name = '', ...inner] = specifier.split('/');
    if (!allowed.includes(name)) return `${own} may not import ${specifier}`;
    return isExported(root, name, inner.join('/')) ? null : `${own} may not reach into ${specifier}`;
  }
  if (isBuiltin(specifier)) {
    return zone === 'source' && fence.platform !== 'node' ? `${own} may not import ${specifier}` : null;
  }
  if (zone === 'tool') return null;
  const allowed = zone === 'source' ? fence.thirdParty : [...fence.thirdParty, ...TEST_TOOLS];
  return allowed.includes(packageName(specifier)) ? null : `${own} may not import ${specifier}`;
}

/** Whether a package's manifest exports this path; all export their root. A star stands for one folder. */
function isExported(root: string, name: string, path: string): boolean {
  if (path === '') return true;
  const { exports = {} } = readManifest(join(root, folderOf(name), 'package.json'));
  const wanted = path.replace(/\?.*$/, '');
  const parts = `./${wanted}`.split('/');
  return Object.keys(exports).some((key) => {
    const pattern = key.split('/');
    return pattern.length === parts.length && pattern.every((part, index) => part === '*' || part === parts[index]);
  });
}

function relativeFault(root: string, module: Module, specifier: string): string | null {
  const target = targetOf(module.path, specifier);
  const isFree = module.package === LAB && module.zone !== 'source';
  if (!isFree && !target.startsWith(`${folderOf(module.package)}/`)) {
    return `relative import ${specifier} leaves ${module.package}`;
  }
  if (module.zone === 'source' && zoneOf(target) !== 'source') return `source imports ${specifier} from outside src`;
  if (module.zone === 'source' && adapterOf(module.package, target) !== undefined) {
    return `${specifier} is an adapter, which no source may import`;
  }
  if (target.includes('/paraglide/') || target.includes('/dist/')) return null;
  const fault = module.zone === 'source' ? layerFault(module, target) : null;
  return fault ?? (existsSync(join(root, target)) ? null : `${specifier} does not exist`);
}

/** Why a source may not import another one of its package: it is in a higher layer, or in a folder that the table does not name. */
function layerFault({ path, package: own }: Module, target: string): string | null {
  const { layers, rooms = {} } = BOUNDARIES[own] ?? {};
  const [from, to] = [path.split('/'), target.split('/')];
  const depth = sourcesOf(own).split('/').length;
  const fault = layers === undefined ? null : orderFault(layers, from, to, depth);
  const wing = from[depth] ?? '';
  const inside = wing === to[depth] ? rooms[wing] : undefined;
  return fault ?? (inside === undefined ? null : orderFault(inside, from, to, depth + 1));
}

/** The same of two modules that are in the same folder down to `depth`. */
function orderFault(layers: Layers, from: readonly string[], to: readonly string[], depth: number): string | null {
  const folderOf = (path: readonly string[]): string => (path.length > depth + 1 ? (path[depth] ?? '.') : '.');
  const heightOf = (folder: string): number => layers.findIndex((layer) => [layer].flat().includes(folder));
  const [own, other] = [folderOf(from), folderOf(to)];
  const parent = from.slice(1, depth).join('/');
  for (const folder of [own, other]) {
    if (folder !== '.' && heightOf(folder) < 0) return `${parent}/${folder} is not among the layers of ${parent}`;
  }
  if (own === other || (own === '.' && heightOf('.') < 0)) return null;
  if (other === '.' && heightOf('.') < 0)
    return `${own} may not import ${to.join('/')}: the files of ${parent} are above it`;
  if (heightOf(other) === heightOf(own)) return `${own} may not import ${other}: they are in the same layer`;
  return heightOf(other) < heightOf(own) ? null : `${own} may not import ${other}: it is a higher layer`;
}

/** The path that a relative import names, from the root; a query (`?worker`) is dropped. */
function targetOf(from: string, specifier: string): string {
  const bare = specifier.replace(/\?.*$/, '');
  return relative('.', join(dirname(from), bare))
    .split(sep)
    .join('/');
}

/** `@fastify/static/x` belongs to `@fastify/static`, `svelte/store` to `svelte`. */
function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** The packages that a workspace declares, with those that the root declares for all tests and tools. */
function declaredIn(root: string, name: string): ReadonlySet<string> {
  const own = readManifest(join(root, folderOf(name), 'package.json'));
  const shared = readManifest(join(root, 'package.json'));
  return new Set([own.name ?? '', ...namesOf(own), ...namesOf(shared)]);
}

interface Manifest {
  readonly name?: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const readManifest = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8')) as Manifest;
const namesOf = (manifest: Manifest): string[] =>
  [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies].flatMap((part) =>
    Object.keys(part ?? {}),
  );

function undeclared(module: Module, known: ReadonlySet<string>, specifier: string): string | null {
  const name = packageName(specifier);
  // Tests see every workspace: the fences above say which, and npm links them all.
  const isLinked = module.zone !== 'source' && name.startsWith('@tablier/');
  if (specifier.startsWith('.') || isBuiltin(specifier) || isLinked || known.has(name)) return null;
  return `${module.package} does not declare ${name} in its package.json`;
}

/** From each source to what it loads at run time inside its own package. */
function runtimeGraph(modules: readonly Module[]): ReadonlyMap<string, readonly string[]> {
  const sources = modules.filter((module) => module.zone === 'source');
  return new Map(
    sources.map(({ path, imports }) => [
      path,
      imports
        .filter((each) => !each.erased && each.specifier.startsWith('.'))
        .map((each) => targetOf(path, each.specifier)),
    ]),
  );
}
