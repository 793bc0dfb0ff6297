/**
 * Tablier needs a Node that includes SQLite and runs TypeScript. If the installed one is older, this module downloads a newer
 * one from the npm registry, pinned with its hash in `scripts/runtime/package-lock.json`, and starts the program again with
 * it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const RUNTIME = join(ROOT, 'scripts', 'runtime');
const PLATFORMS = ['linux-x64', 'linux-arm64', 'win-x64'];
/** The first release of Node 22 that runs TypeScript without a flag. */
const FIRST_MINOR_OF_22 = 18;

/**
 * Whether Tablier runs on this version of Node.
 * @param {string} version such as `24.21.0`
 */
export function isSupported(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major >= 24 || (major === 22 && minor >= FIRST_MINOR_OF_22);
}

/** Resolves on a supported Node. On an older one it runs the same command with a newer Node and exits with its exit code. */
export async function useSupportedNode() {
  if (isSupported(process.versions.node)) return;
  const node = installedNode() ?? installNode();
  if (node === null) {
    console.error(`Tablier needs Node 22.18 or newer (24 is recommended); this is ${process.version}.`);
    process.exit(1);
  }
  linkForNpx(node);
  process.exit(await runWith(node));
}

function platformName() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  return `${system}-${process.arch}`;
}

/** The path of the downloaded Node; `null` if none was downloaded. */
function installedNode() {
  const bin = join(RUNTIME, 'node_modules', `node-${platformName()}`, 'bin');
  const path = join(bin, process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(path) ? path : null;
}

function installNode() {
  if (!PLATFORMS.includes(platformName())) return null;
  // On stderr: a command may be writing records to a pipe.
  console.error(
    `Node ${process.versions.node} is too old for Tablier: downloading Node 24 from the npm registry, once …`,
  );
  const options = '--ignore-scripts --no-audit --no-fund --loglevel=error';
  const { status } = spawnSync(`npm ci ${options}`, { cwd: RUNTIME, shell: true, stdio: ['ignore', 2, 2] });
  if (status !== 0) return null;
  // The headers are half of the package; nothing is compiled here.
  rmSync(join(RUNTIME, 'node_modules', `node-${platformName()}`, 'include'), { recursive: true, force: true });
  return installedNode();
}

/**
 * `npx` and npm scripts find commands in `node_modules/.bin` first: with this Node there, they use it, too.
 * @param {string} node
 */
function linkForNpx(node) {
  const link = join(ROOT, 'node_modules', '.bin', 'node');
  if (process.platform === 'win32' || existsSync(link)) return;
  try {
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(node, link);
  } catch {
    // The folder is read-only, or another process was first. That is no problem: only `npx` would have used the link.
  }
}

/**
 * Runs this very command with another Node; resolves with its exit code.
 * @param {string} node
 * @returns {Promise<number>}
 */
function runWith(node) {
  const child = spawn(node, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, PATH: [dirname(node), process.env['PATH'] ?? ''].join(delimiter) },
  });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill(signal));
  // The terminal sends Ctrl-C to the child as well; a second signal would end it before it has closed its resources.
  const isAtTerminal = process.stdin.isTTY || process.stdout.isTTY;
  process.on('SIGINT', () => isAtTerminal || child.kill('SIGINT'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
