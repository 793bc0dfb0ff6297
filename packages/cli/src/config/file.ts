import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { systemErrorText, UsageError } from '../shared/errors.ts';

/** The longest file of settings, in characters. Such a file has a few lines. */
const MOST = 65_536;

/**
 * Reads a file of settings: `NAME=value` lines, blank lines and comments after `#`, as in an `EnvironmentFile` of
 * systemd and an `env_file` of Docker. Names with an empty value are left out.
 */
export async function readSettingsFile(path: string): Promise<readonly (readonly [string, string])[]> {
  const text = await read(path);
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(#.*|[A-Za-z_]\w*\s*=.*)?$/.test(line)) continue;
    throw new UsageError(`bad-settings-file (line ${index + 1} of ${path} is not NAME=value)`);
  }
  return Object.entries(parseEnv(text)).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value] as const],
  );
}

async function read(path: string): Promise<string> {
  try {
    const text = await readFile(path, 'utf8');
    if (text.length <= MOST) return text.replaceAll('\r\n', '\n');
  } catch (error) {
    const reason = systemErrorText(error);
    if (reason === null) throw error;
    throw new UsageError(`cannot read ${path}: ${reason}`);
  }
  throw new UsageError(`bad-settings-file (${path} has more than ${MOST} characters)`);
}
