import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from './run.mjs';

/**
 * The parts that are read of `package-lock.json`, and of npm's note of what it has installed.
 * @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean }} Locked
 * @typedef {Readonly<Record<string, Locked>>} Packages
 * @typedef {'play' | 'develop'} Purpose
 */

/**
 * Installs what the lockfile says where something is missing: the packages that `play` needs, or all of them. Ends the process where that fails.
 * A checkout that has the packages for development keeps them.
 * @param {Purpose} purpose
 */
export async function ensureInstalled(purpose) {
  const locked = readPackages(join(ROOT, 'package-lock.json'));
  const installed = readPackages(join(ROOT, 'node_modules', '.package-lock.json'));
  if (isComplete(locked, installed, purpose)) return;
  const everything = purpose === 'develop' || Object.values(installed).some(({ dev }) => dev === true);
  console.log(everything ? 'Installing packages …' : 'Installing what is needed to play …');
  const { code, output } = await run(`npm ci --ignore-scripts${everything ? '' : ' --omit=dev'}`, { show: 'collect' });
  if (code === 0) return;
  console.error(`${output}\nThe packages could not be installed: \`npm ci\` failed, see above.`);
  process.exit(1);
}

/**
 * Whether every package that the lockfile has for a purpose is installed, at its version. Packages that only some platforms need are not
 * looked at: npm leaves out those of the others.
 * @param {Packages} locked
 * @param {Packages} installed
 * @param {Purpose} purpose
 */
export function isComplete(locked, installed, purpose) {
  return Object.entries(locked).every(([path, { version, integrity, dev, optional, devOptional }]) => {
    if (integrity === undefined || optional === true || devOptional === true) return true;
    if (dev === true && purpose === 'play') return true;
    return installed[path]?.version === version;
  });
}

/**
 * @param {string} file
 * @returns {Packages}
 */
function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}
