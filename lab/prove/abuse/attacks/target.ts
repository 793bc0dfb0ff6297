import { SeededRng } from '@tablier/core';
import type { ClientCommand, PlayerAction, TableTerms } from '@tablier/protocol';
import {
  type HttpAnswer,
  httpRequest,
  randomChoice,
  RawConnection,
  sitDown,
  TestClient,
} from '@tablier/testkit/online';
import type { ServerProcess } from '@tablier/testkit/servers';
import { inTurn } from '../../lib/figures.ts';
import { type OperatorOptions, startAsOperator } from '../../lib/servers.ts';
import { Tally } from '../tally.ts';
import type { Scale } from './attack.ts';

/** A client as the server sees it: by a cookie, from an address. */
export interface Visitor {
  readonly address: string;
  /** Empty for an anonymous client. */
  readonly cookie: string;
}

interface AttackRequest {
  readonly as?: Visitor;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address of this machine that the connection comes from. */
  readonly from?: string;
}

interface TargetDeps {
  readonly server: ServerProcess;
  readonly folder: string;
  readonly scale: Scale;
  /** Keeps the addresses of attacks that run at the same time apart. */
  readonly network: number;
}

/** Guests that one address may create at once, with some to spare. */
const GUESTS_PER_ADDRESS = 10;
export const PASSWORD = 'seven green lanterns';
/** Milliseconds without a byte. On a busy machine a sign-in waits its turn behind the hashes of all attacks that run at once. */
const TIMEOUT = 30_000;

/** The server under attack, and the record of the attack. */
export class Target {
  readonly server: ServerProcess;
  readonly folder: string;
  readonly scale: Scale;
  readonly tally = new Tally();
  /** The problems found, as text. */
  readonly problems: string[] = [];
  /** Further figures of this attack. */
  readonly figures: Record<string, number> = {};
  readonly #network: number;
  readonly #clients: TestClient[] = [];
  readonly #connections: RawConnection[] = [];
  readonly #others: ServerProcess[] = [];
  #addresses = 0;
  #names = 0;

  constructor({ server, folder, scale, network }: TargetDeps) {
    this.server = server;
    this.folder = folder;
    this.scale = scale;
    this.#network = network;
  }

  get url(): string {
    return this.server.url;
  }

  /** The size for the scale of this attack. */
  size(sizes: Readonly<Record<Scale, number>>): number {
    return sizes[this.scale];
  }

  /** Does `work` as often as the scale says, `atOnce` at a time. */
  many<R>(
    sizes: Readonly<Record<Scale, number>>,
    atOnce: number,
    work: (index: number) => Promise<R>,
  ): Promise<readonly R[]> {
    return inTurn([...Array(this.size(sizes)).keys()], atOnce, work);
  }

  /** Adds a problem unless `isSo`. */
  expect(isSo: boolean, otherwise: string): void {
    if (!isSo) this.problems.push(otherwise);
  }

  /** Adds a problem unless an answer has this status. */
  expectStatus(answer: HttpAnswer | null, status: number, otherwise: string): void {
    this.expect(answer?.status === status, `${otherwise}: ${answer?.status}`);
  }

  /** An address that no other visitor has, from the range reserved for tests. */
  newAddress(): string {
    const number = this.#addresses++;
    return `198.${18 + (number >> 8)}.${number & 255}.${1 + this.#network}`;
  }

  anonymous(): Visitor {
    return { address: this.newAddress(), cookie: '' };
  }

  async request(method: string, path: string, asked: AttackRequest = {}): Promise<HttpAnswer | null> {
    const { as = { address: `198.20.0.${1 + this.#network}`, cookie: '' }, body, headers = {}, from } = asked;
    this.tally.sent++;
    const answer = await httpRequest(this.url, {
      method,
      path,
      headers: {
        'x-forwarded-for': as.address,
        cookie: as.cookie,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(from !== undefined && { from }),
      timeout: TIMEOUT,
    });
    this.tally.answered(answer === null ? 'unanswered' : errorNameIn(answer));
    return answer;
  }

  async guest({ name = `Guest ${++this.#names}`, address = this.newAddress() } = {}): Promise<Visitor> {
    const answer = await this.request('POST', '/api/guests', { as: { address, cookie: '' }, body: { name } });
    if (answer?.status !== 201) throw new Error(`no guest: ${answer?.status} ${answer?.body}`);
    return { address, cookie: cookieIn(answer) };
  }

  /** Many guests, from as few addresses as the limits allow. */
  async guests(count: number): Promise<readonly Visitor[]> {
    const found: Visitor[] = [];
    for (let address = ''; found.length < count;) {
      if (found.length % GUESTS_PER_ADDRESS === 0) address = this.newAddress();
      found.push(await this.guest({ address }));
    }
    return found;
  }

  setPassword(as: Visitor, login: string, password = PASSWORD): Promise<HttpAnswer | null> {
    return this.request('POST', '/api/me/password', { as, body: { login, password } });
  }

  /** A member with this username. */
  async member(login: string, address = this.newAddress()): Promise<Visitor> {
    const made = await this.setPassword(await this.guest({ address }), login);
    if (made === null || made.status >= 300) throw new Error(`no member: ${made?.status} ${made?.body}`);
    return { address, cookie: cookieIn(made) };
  }

  /** A client that follows the protocol; it leaves when the attack is over. */
  async connect(visitor: Visitor): Promise<TestClient> {
    const headers = { 'x-forwarded-for': visitor.address };
    const commands = `a${this.#clients.length}-`;
    const client = new TestClient(this.url, visitor.cookie, { keepsMessages: false, headers, commands });
    this.#clients.push(client);
    return client.connect();
  }

  /** A connection on which anything can be sent; it ends with the attack. */
  async rawConnection(visitor: Visitor, greet: 'greeted' | 'silent' = 'greeted'): Promise<RawConnection> {
    const headers = { 'x-forwarded-for': visitor.address, cookie: visitor.cookie };
    const connection = await RawConnection.open(this.url, headers, greet);
    this.#connections.push(connection);
    return connection;
  }

  async #do<C extends ClientCommand>(client: TestClient, command: C) {
    this.tally.sent++;
    const answer = await client.do(command);
    this.tally.answered(answer.ok ? 'done' : answer.error.name);
    return answer;
  }

  /** Sends a command; the name of the error, or `done`. */
  async command(client: TestClient, command: ClientCommand): Promise<string> {
    const answer = await this.#do(client, command);
    return answer.ok ? 'done' : answer.error.name;
  }

  act(client: TestClient, table: string, action: PlayerAction): Promise<string> {
    return this.command(client, { kind: 'act', table, action });
  }

  /** Opens a table; its id, `null` if that is refused. */
  async open(client: TestClient, terms: TableTerms): Promise<string | null> {
    const answer = await this.#do(client, { kind: 'open', terms });
    return answer.ok ? answer.value.table : null;
  }

  /** The tables that guests opened, each at most `each` in turn; then they have left. */
  async openMany(guests: readonly Visitor[], each: number, terms: TableTerms): Promise<readonly string[]> {
    const opened = await inTurn(guests, 6, async (guest) => {
      const client = await this.connect(guest);
      const tables: (string | null)[] = [];
      while (tables.length < each) tables.push(await this.open(client, terms));
      await client.leave();
      return tables;
    });
    return opened.flat().filter((table) => table !== null);
  }

  /** Two players who sit down at a new table, by seat. */
  async seated(terms: TableTerms, host?: Visitor) {
    const players = [await this.connect(host ?? (await this.guest())), await this.connect(await this.guest())] as const;
    return { players, table: await sitDown(players, terms) };
  }

  /** Another server, which ends with the attack. Rejects with the end of its log if it does not start. */
  async startAnother(options: OperatorOptions): Promise<ServerProcess> {
    const server = await startAsOperator(options);
    this.#others.push(server);
    return server;
  }

  /** Ends everything that the attack started. */
  async leave(): Promise<void> {
    for (const connection of this.#connections) connection.leave();
    await Promise.all(this.#clients.map((client) => client.leave()));
    await Promise.all(this.#others.map((server) => server.kill()));
  }
}

/** The cookies that an answer sets, as a browser would send them back. */
export function cookieIn({ headers }: HttpAnswer): string {
  const set = headers['set-cookie'];
  return (Array.isArray(set) ? (set as readonly string[]) : [String(set ?? '')])
    .map((cookie) => cookie.split(';')[0] ?? '')
    .filter((cookie) => cookie.includes('=') && !cookie.endsWith('='))
    .join('; ');
}

/** The name of the error in an answer; `http STATUS` without an error. */
export function errorNameIn({ status, body }: HttpAnswer): string {
  const [, name] = status < 400 ? [] : (/"name":"([\w-]+)"/.exec(body) ?? []);
  return name ?? `http ${status}`;
}

/** Plays moves in turn at a table. `players` are in the order of their seats. */
export async function playOpening(
  players: readonly [TestClient, TestClient],
  table: string,
  moves: number,
): Promise<void> {
  const rng = new SeededRng('opening');
  for (let version = 0, made = 0; made < moves; made++) {
    const known = version;
    const { match } = await players[0].view(table, (view) => view.version >= known && view.match?.clock?.seat !== -1);
    const mover = players[match?.view.turn === 1 ? 1 : 0];
    const move = randomChoice(await mover.view(table, (view) => view.version >= known), rng);
    const answer = await mover.act(table, { kind: 'move', move });
    if (!answer.ok) throw new Error(`${move}: ${answer.error.name}`);
    version = answer.value.version;
  }
}
