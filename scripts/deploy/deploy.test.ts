import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { FILE_SETTINGS } from '../../packages/cli/src/config/settings.ts';
import { ROOT } from '../lib/run.mjs';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const SETTINGS = new Set(FILE_SETTINGS.map(({ variable }) => variable));
/** Variables that are no settings of Tablier. */
const OTHERS = new Set(['NODE_ENV']);

describe('Dockerfile', () => {
  const text = read('Dockerfile');
  const instructions = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', '')
    .split('\n')
    .filter((line) => line !== '');

  test('has nothing that the linter would warn of', () => {
    expect(validate(text)).toEqual([]);
    expect(validate(text.replace('EXPOSE 3000', 'EXPOSE many'))).toHaveLength(1);
  });

  test('has a stage to build and one to serve, which runs without root', () => {
    const stages = instructions.filter((line) => line.startsWith('FROM '));
    expect(stages).toHaveLength(2);
    expect(stages[0]).toMatch(/ AS build$/);
    expect(instructions.findLast((line) => line.startsWith('USER '))).toBe('USER node');
  });

  test('copies what exists, and sets settings that exist', () => {
    const copied = [...text.matchAll(/--from=build \/app\/(\S+)/g)].map(([, path = '']) => path);
    // What is built need not be there yet.
    const built = new Set(['packages/cli/build', 'packages/web/dist']);
    for (const path of copied) expect(built.has(path) || existsSync(join(ROOT, path)), path).toBe(true);
    const set = [...(/^ENV (.*)$/m.exec(text)?.[1] ?? '').matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name);
    expect(set).toContain('HOST');
    for (const name of set) expect(SETTINGS.has(name) || OTHERS.has(name), name).toBe(true);
  });

  test('names every part under a licence that asks for its source, and where that is', () => {
    const notice = /RUN cd .*?> NOTICE/s.exec(text)?.[0] ?? '';
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { license?: string } & Partial<Record<'dependencies' | 'optionalDependencies', object>>>;
    };
    // What these packages need is in the image, and what only the page is built with is not.
    const served = new Set(['cli', 'server', 'store'].map((name) => `packages/${name}`));
    for (const path of served)
      for (const name of Object.keys({ ...packages[path]?.dependencies, ...packages[path]?.optionalDependencies }))
        served.add(name.startsWith('@tablier/') ? `packages/${name.slice(9)}` : `node_modules/${name}`);
    const asking = [...served].filter((path) => /LGPL|MPL/.test(packages[path]?.license ?? ''));
    const named = new Set(asking.map((path) => path.split('/')[1] ?? ''));
    expect(named).toContain('web-push');
    for (const name of named) expect(notice, name).toContain(name);
    expect(notice).toMatch(/Its source: https.*web-push: .*, source in /s);
  });

  test.each([
    [200, 0],
    [503, 1],
  ])('is healthy by what /api/ready answers: %i ends the check with %i', async (status, code) => {
    const asked: (string | undefined)[] = [];
    const server = createServer(({ url }, response) => {
      asked.push(url);
      response.writeHead(status).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const [, check = '[]'] =
      /HEALTHCHECK .*CMD (\[.*\])$/.exec(instructions.find((line) => line.startsWith('HEALTHCHECK')) ?? '') ?? [];
    const [, ...words] = JSON.parse(check) as string[];
    const env = { ...process.env, PORT: String((server.address() as AddressInfo).port) };
    const child = spawn(process.execPath, words, { env, stdio: 'ignore' });
    expect(await once(child, 'exit')).toEqual([code, null]);
    expect(asked).toEqual(['/api/ready']);
    server.close();
  });

  test('gets no secrets, data or builds of this machine', () => {
    const ignored = read('.dockerignore').split('\n');
    for (const path of ['.git', '.env', '*.env', '.data', '*.backup', '**/node_modules', '**/dist'])
      expect(ignored).toContain(path);
  });
});

describe('compose.yaml', () => {
  interface Service {
    readonly environment: Readonly<Record<string, string>>;
    readonly ports?: readonly string[];
    readonly image?: string;
    readonly healthcheck?: { readonly test: readonly string[] };
    readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
    readonly volumes: readonly string[];
    readonly logging?: { readonly options: Readonly<Record<string, string>> };
  }
  const { services, volumes } = parse(read('compose.yaml')) as {
    readonly services: Readonly<Record<string, Service>>;
    readonly volumes: Readonly<Record<string, unknown>>;
  };

  test('sets settings that exist', () => {
    for (const name of Object.keys(services['tablier']?.environment ?? {})) expect(SETTINGS, name).toContain(name);
  });

  test('publishes the port for a proxy on the machine only, and neither the metrics nor the database', () => {
    expect(services['tablier']?.ports).toEqual(['127.0.0.1:3000:3000']);
    expect(services['database']?.ports).toBeUndefined();
  });

  test('starts the server when the database is healthy, with volumes that are declared', () => {
    expect(services['tablier']?.depends_on?.['database']?.condition).toBe('service_healthy');
    expect(services['database']?.healthcheck?.test).toContain('pg_isready');
    const used = Object.values(services).flatMap((service) =>
      service.volumes.map((volume) => volume.split(':')[0] ?? ''),
    );
    expect(used.toSorted()).toEqual(Object.keys(volumes).toSorted());
  });

  test('keeps a log that does not grow without limit', () => {
    expect(services['tablier']?.logging?.options).toEqual({ 'max-size': '20m', 'max-file': '5' });
  });

  test('has no password', () => {
    expect(services['database']?.environment['POSTGRES_PASSWORD']).toMatch(/^\$\{POSTGRES_PASSWORD:\?/);
  });
});

describe('deploy/tablier.service', () => {
  const lines = read('deploy/tablier.service').split('\n');
  const valuesOf = (key: string): string[] =>
    lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));

  test('starts a program that exists, with settings that exist', () => {
    const [command = ''] = valuesOf('ExecStart');
    const [node, program = '', ...words] = command.split(' ');
    expect([node, words]).toEqual(['/usr/bin/node', ['serve']]);
    expect(existsSync(join(ROOT, program.replace('/opt/tablier/', '')))).toBe(true);
    for (const assignment of (valuesOf('Environment')[0] ?? '').split(' ')) {
      const name = assignment.split('=')[0] ?? '';
      expect(SETTINGS.has(name) || OTHERS.has(name), name).toBe(true);
    }
  });

  test('gives it no rights but to its data', () => {
    const hardened = [
      'NoNewPrivileges',
      'PrivateTmp',
      'PrivateDevices',
      'ProtectHome',
      'ProtectKernelTunables',
      'RestrictNamespaces',
    ];
    for (const key of hardened) expect(valuesOf(key), key).toEqual(['yes']);
    expect(valuesOf('ProtectSystem')).toEqual(['strict']);
    expect(valuesOf('CapabilityBoundingSet')).toEqual(['']);
    expect(valuesOf('DynamicUser')).toEqual(['yes']);
    // V8 writes the code that it runs.
    expect(valuesOf('MemoryDenyWriteExecute')).toEqual([]);
  });
});

describe('deploy/tablier-backup', () => {
  test('backs up the data of the server, as its user, into a folder of its own', () => {
    const server = read('deploy/tablier.service');
    const backup = read('deploy/tablier-backup.service');
    const [, program = ''] = /^ExecStart=\/usr\/bin\/node (\S+) serve$/m.exec(server) ?? [];
    const [, data = ''] = /\bTABLIER_DATA=(\S+)/.exec(server) ?? [];
    expect(backup).toContain(`exec /usr/bin/node ${program} backup "${data}-backups/`);
    expect(backup).toContain(`TABLIER_DATA=${data} `);
    // A dynamic user has the name of its unit.
    expect(backup).toMatch(/^User=tablier\nDynamicUser=yes\nStateDirectory=tablier tablier-backups$/m);
    expect(read('deploy/tablier-backup.timer')).toMatch(/^OnCalendar=\*-\*-\* \d\d:\d\d$/m);
  });
});
