import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mustOpen, type ServerProcess } from '@tablier/testkit/servers';
import { openDescriptors, residentBytes } from '../lib/processes.ts';
import { type Measured, measure, startAsOperator } from '../lib/servers.ts';
import type { Attack, AttackedServer, Scale } from './attacks/attack.ts';
import { LogWatch } from './log-watch.ts';

/** What a server uses. Memory in MiB. */
export interface Look extends Measured {
  readonly descriptors: number;
  /** The resident memory. */
  readonly rss: number;
}

/** A server started as an operator would start it, with what the attacks need in its database. */
export class Scene {
  readonly server: ServerProcess;
  /** The folder of its data. */
  readonly folder: string;
  readonly log: LogWatch;
  readonly #top: string;
  #peak = 0;
  readonly #watch: NodeJS.Timeout;

  private constructor(parts: { readonly server: ServerProcess; readonly top: string; readonly log: LogWatch }) {
    this.server = parts.server;
    this.folder = join(parts.top, 'data');
    this.log = parts.log;
    this.#top = parts.top;
    this.#watch = setInterval(() => (this.#peak = Math.max(this.#peak, residentBytes(parts.server.pid))), 200);
  }

  /** Rejects with the end of the log of a server that does not start. */
  static async open(attacks: readonly Attack[], settings: AttackedServer, scale: Scale): Promise<Scene> {
    const top = mkdtempSync(join(tmpdir(), 'tablier-attack-'));
    const folder = join(top, 'data');
    const temporary = join(top, 'tmp');
    mkdirSync(temporary);
    const log = new LogWatch();
    try {
      await prepare(attacks, folder, scale);
      const server = await startAsOperator({
        folder,
        env: settings.ownTemporary === true ? { TMPDIR: temporary } : {},
        onLog: (line) => log.take(line),
        trustProxy: settings.trustProxy ?? 'loopback',
        ...(settings.host !== undefined && { host: settings.host }),
        ...(scale === 'full' && settings.descriptors !== undefined && { descriptors: settings.descriptors }),
      });
      return new Scene({ server, top, log });
    } catch (error) {
      rmSync(top, { recursive: true, force: true });
      throw error;
    }
  }

  get descriptors(): number {
    return openDescriptors(this.server.pid);
  }

  /** The current use; the longest block is that since the last call. */
  async look(): Promise<Look> {
    const { descriptors } = this;
    return { ...(await measure(this.server)), descriptors, rss: this.resident };
  }

  /** The resident memory in MiB. */
  get resident(): number {
    return Math.round(residentBytes(this.server.pid) / 2 ** 20);
  }

  /** The highest resident memory seen, in MiB. */
  get peak(): number {
    return Math.round(this.#peak / 2 ** 20);
  }

  /** Ends the server if it still runs, and removes its files. */
  async remove(): Promise<void> {
    clearInterval(this.#watch);
    await this.server.kill();
    rmSync(this.#top, { recursive: true, force: true });
  }
}

async function prepare(attacks: readonly Attack[], folder: string, scale: Scale): Promise<void> {
  const writers = attacks.flatMap(({ prepare: write }) => (write === undefined ? [] : [write]));
  if (writers.length === 0) return;
  const store = await mustOpen({ folder });
  for (const write of writers) await write(store, scale);
  await store.close();
}
