#!/usr/bin/env node
/**
 * better-sqlite3 installs itself by `prebuild-install || node-gyp rebuild --release`. The real prebuild-install fetches a
 * binary from outside the package registry, which a locked-down machine refuses and no lockfile covers. This one fetches nothing:
 * it succeeds where Node brings its own SQLite, so that nothing is built; builds against the headers that lie beside
 * Node where there are some; and else fails, which leaves the build to node-gyp.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

if (process.getBuiltinModule('node:sqlite') !== undefined) process.exit(0);

const prefix = dirname(dirname(process.execPath));
if (!existsSync(join(prefix, 'include', 'node', 'node.h'))) process.exit(1);
const build = spawnSync('node-gyp', ['rebuild', '--release', `--nodedir=${prefix}`], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exit(build.status ?? 1);
