import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { pack, PACKAGES, type Tarballs } from './pack.ts';

/** A global setup of Vitest: the tarballs of the packages, made when the first test asks for them, for all tests of a run. */
export async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-tarballs-'));
  let packing: Promise<Tarballs> | null = null;
  const desk = createServer((_, response) => {
    packing ??= pack(folder, PACKAGES);
    packing.then(
      (tarballs) => response.end(JSON.stringify(tarballs)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  desk.listen(0, '127.0.0.1');
  await once(desk, 'listening');
  project.provide('tarballs', `http://127.0.0.1:${(desk.address() as AddressInfo).port}`);
  return () => {
    desk.closeAllConnections();
    desk.close();
    rmSync(folder, { recursive: true });
  };
}
