import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from './run.mjs';

const OLDEST_NODE = [20, 19];

/** Ends the process with one line when this Node is too old to run Tablier. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  console.error(`Tablier needs Node ${OLDEST_NODE.join('.')} or newer; this is ${process.version}.`);
  process.exit(1);
}

/** Installs the packages where they are missing or older than the lockfile. Ends the process where that fails. */
export async function ensureInstalled() {
  const stamp = join(ROOT, 'node_modules', '.package-lock.json');
  const lock = join(ROOT, 'package-lock.json');
  if (existsSync(stamp) && statSync(stamp).mtimeMs >= statSync(lock).mtimeMs) return;
  console.log('Installing packages (with Node before 22.13 the database is compiled: a minute or two) …');
  const { code } = await run('npm install --no-audit --no-fund', { show: 'live' });
  if (code === 0) return;
  console.error('The packages could not be installed: `npm install` failed, see above.');
  process.exit(1);
}
