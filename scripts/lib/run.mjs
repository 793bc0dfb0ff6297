import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. Everything runs from here, wherever it was called. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The commands of installed packages are found by name, also when npm did not start us, and run on the Node that runs us. */
const ENV = {
  ...process.env,
  PATH: [dirname(process.execPath), join(ROOT, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter),
  // One odd setting in a user's npm configuration is not worth a line before every step.
  npm_config_loglevel: 'error',
  npm_config_update_notifier: 'false',
  // Tests start hundreds of processes from sources: those after the first read what it has compiled.
  NODE_COMPILE_CACHE: join(ROOT, '.cache', 'node'),
};

/**
 * Runs a command line from the root.
 * @param {string} command
 * @param {{ show: 'live' | 'collect', env?: Record<string, string> }} options `live`: its output goes straight to the terminal
 * @returns {Promise<{ code: number, output: string }>} `output` is empty when shown live
 */
export function run(command, { show, env = {} }) {
  return new Promise((resolve) => {
    const child = spawn(command, {
      cwd: ROOT,
      env: { ...ENV, ...env },
      shell: true,
      stdio: show === 'live' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
