import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FILE_SETTING, FILE_SETTINGS, withDatabase, withServer } from '../src/config/settings.ts';

const BIN = join(import.meta.dirname, '..', 'bin', 'tablier.js');
const DOCUMENT = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'configuration.md'), 'utf8');
/** Its entries on one line each. */
const FLAT = DOCUMENT.replaceAll(/\n {2}/g, ' ');

let folder = '';
let file = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tablier-configuration-'));
  file = join(folder, 'tablier.env');
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  for (const { variable } of FILE_SETTINGS) Reflect.deleteProperty(process.env, variable);
});

/** The settings that a command gets. */
async function settingsOf(...words: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  let seen = {};
  const command = withServer(withDatabase(new Command('serve')))
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .action((flags: Readonly<Record<string, unknown>>) => {
      seen = flags;
    });
  await command.parseAsync(words, { from: 'user' });
  return seen;
}

describe('a file of settings', () => {
  test('says what neither flags nor the environment say', async () => {
    writeFileSync(file, '# the club\nPORT=1\n\nHOST="::1"\r\nTABLIER_DATA=/data\nTABLIER_MAX_CONNECTIONS=50\n');
    process.env['HOST'] = '127.0.0.2';
    process.env['TABLIER_DATA'] = '';
    expect(await settingsOf('--config', file, '--port', '2')).toMatchObject({
      port: 2,
      host: '127.0.0.2',
      data: '/data',
      maxConnections: 50,
      maxConnectionsPerAddress: 100,
    });
  });

  test('the example of the documentation is read', async () => {
    writeFileSync(file, /```sh\n([^`]*)```/.exec(DOCUMENT)?.[1] ?? '');
    expect(await settingsOf('--config', file)).toMatchObject({
      port: 3000,
      origin: 'https://club.example',
      trustProxy: 'loopback',
      metricsPort: 9464,
      database: 'postgres://tablier:secret@127.0.0.1/tablier',
    });
  });

  test.each([
    ['PORT=many', /^bad-setting \(PORT=many in .*: It must be a whole number from 0 to 65535\.\)$/],
    ['TABLIER_ORIGIN=club.example', /^bad-setting \(TABLIER_ORIGIN=club\.example in .*: It must be an origin/],
    ['TABLIER_BOT_THREADS=0', /^bad-setting \(TABLIER_BOT_THREADS=0 in .* from 1 to 256\.\)$/],
    ['PROT=3000', /^unknown-setting \(PROT in .*\); there are: TABLIER_DATA, .*PORT/],
    ['TABLIER_CONFIG=other', /^unknown-setting \(TABLIER_CONFIG/],
    ['PORT=1\nsome words', /^bad-settings-file \(line 2 of .* is not NAME=value\)$/],
    ['HOST="one\ntwo"', /^bad-settings-file \(line 2/],
  ])('%j is refused by name', async (text, reason) => {
    writeFileSync(file, text);
    await expect(settingsOf('--config', file)).rejects.toThrow(reason);
  });

  test('that is too large is refused', async () => {
    writeFileSync(file, `#${'x'.repeat(70_000)}`);
    await expect(settingsOf('--config', file)).rejects.toThrow(
      /^bad-settings-file \(.* has more than 65536 characters\)$/,
    );
  });

  test('that is missing is named', async () => {
    await expect(settingsOf('--config', join(folder, 'none'))).rejects.toThrow(/^cannot read .*none: no such file/);
  });

  test('sets up a real server, together with the environment', async () => {
    writeFileSync(
      file,
      `PORT=0\nTABLIER_DATA=${join(folder, 'data')}\nTABLIER_METRICS_PORT=0\nTABLIER_BOT_THREADS=1\n`,
    );
    const child = spawn(process.execPath, [BIN, 'serve'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TABLIER_CONFIG: file },
    });
    let log = '';
    child.stderr.on('data', (text: Buffer) => (log += text.toString()));
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    expect(line).toMatch(/^Tablier is at http:\/\/127\.0\.0\.1:\d+ /);
    child.kill('SIGTERM');
    // What it wrote may arrive after its exit.
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(log).toMatch(/metrics at /);
  });
});

test('every setting is in the help and in the documentation, with its variable', () => {
  const help = withServer(withDatabase(new Command('serve')))
    .configureHelp({ helpWidth: 1000 })
    .helpInformation();
  for (const { flag, variable, description } of [FILE_SETTING, ...FILE_SETTINGS]) {
    expect(help).toContain(`${flag} `);
    expect(help).toContain(`env: ${variable})`);
    expect(help).toContain(description);
    expect(FLAT).toMatch(new RegExp(`- \`${flag}\`, \`${variable}\`: .+ Default: \\S`));
  }
});
