import { type ErrorName, type MyTable, tableSummary, type TableView, tableView } from '@tablier/protocol';
import { BotApi } from '../bot/api.ts';
import { Engine } from '../bot/engine.ts';
import { OpenTables, openChair } from '../bot/open-tables.ts';
import { isPlayable, searchLines } from '../bot/position-lines.ts';
import { TournamentEntry } from '../bot/tournament-entry.ts';
import { EXIT, UsageError } from '../shared/errors.ts';
import { note } from '../shared/output.ts';

export interface BotFlags {
  readonly server: string;
  readonly token?: string;
  readonly engine: string;
  /** Milliseconds for a move without a clock. */
  readonly movetime: number;
  /** The most simultaneous games. */
  readonly games: number;
  /** Whether to sit down at open tables, not only by invitation. */
  readonly open: boolean;
  /** The tournament to enter. The bot then plays nothing else. */
  readonly tournament?: string;
}

/** How often open tables, or the tournament, are checked. Milliseconds. */
const LOOK = 3000;
/** The errors of a move that the engine should not have chosen. */
const BAD_MOVES: ReadonlySet<string> = new Set<ErrorName>(['illegal-move', 'unreadable-move']);

/** `tablier bot`: plays at the tables of a server with a UGI engine, until it is stopped or its tournament is over. */
export async function bot(flags: BotFlags): Promise<number> {
  const { server, token, engine: command } = flags;
  if (token === undefined) throw new UsageError('no-token (set --token or the variable TABLIER_TOKEN)');
  const engine = await Engine.start(command);
  const api = new BotApi(server, token);
  try {
    const entry = flags.tournament === undefined ? null : new TournamentEntry(api, flags.tournament);
    await entry?.look();
    const player = new BotPlayer(api, engine, { ...flags, entry });
    await player.play();
    return EXIT.ok;
  } finally {
    api.close();
    engine.stop();
  }
}

interface PlayerFlags extends BotFlags {
  /** The tournament that the bot plays in; `null` for none. */
  readonly entry: TournamentEntry | null;
}

/** The games of one bot. */
class BotPlayer {
  readonly #api: BotApi;
  readonly #engine: Engine;
  readonly #flags: PlayerFlags;
  /** Tables where the bot sits. */
  readonly #seated = new Set<string>();
  readonly #open = new OpenTables();

  constructor(api: BotApi, engine: Engine, flags: PlayerFlags) {
    this.#api = api;
    this.#engine = engine;
    this.#flags = flags;
  }

  /** Resolves when the tournament is over. */
  async play(): Promise<void> {
    let look: NodeJS.Timeout | undefined;
    const ended = new Promise<void>((resolve, reject) => {
      const onLook = (isOver: boolean): void => (isOver ? resolve() : undefined);
      look = setInterval(() => void this.#look().then(onLook, reject), LOOK);
      this.#listen(reject).catch(reject);
    });
    try {
      await ended;
    } finally {
      clearInterval(look);
    }
  }

  async #listen(onFailure: (error: unknown) => void): Promise<never> {
    for await (const message of this.#api.events()) this.#take(message as Message).catch(onFailure);
    throw new UsageError('the stream of events has ended');
  }

  async #take(message: Message): Promise<void> {
    if (message.kind === 'error') throw new UsageError(`the server has ended the stream (${message.error.name})`);
    if (message.kind === 'own') {
      for (const id of message.gone) this.#seated.delete(id);
      for (const table of message.changed) await this.#follow(table);
    }
    if (message.kind !== 'table') return;
    const table = tableView.parse(message.table);
    // Moves are possible once the first clock runs.
    if (table.legal !== undefined && table.match?.clock?.seat !== -1) await this.#move(table);
  }

  async #follow({ id, you, invited, game, options, chairs }: MyTable): Promise<void> {
    if (you !== null) this.#seated.add(id);
    if (you !== null || invited === null || this.#flags.entry !== null) return;
    if (isPlayable({ game, options, chairs })) await this.#join(id, invited);
    else await this.#api.send(`/tables/${id}/decline`, { id: `decline-${id}` });
  }

  async #move(table: TableView): Promise<void> {
    const move = await this.#engine.bestMove(searchLines(table, this.#flags.movetime));
    if (typeof move !== 'string') {
      if (move.name === 'broken') throw new UsageError(move.detail);
      note(`${table.game}: ${move.detail}`);
      return this.#resign(table);
    }
    const command = { id: `move-${table.version}`, action: { kind: 'move', move, plies: table.match?.plies } };
    const error = await this.#api.send(`/tables/${table.id}/actions`, command);
    if (error !== null) note(`${table.game} ${move}: ${error}`);
    if (error !== null && BAD_MOVES.has(error)) await this.#resign(table);
  }

  /** Resigns a game in which the engine finds no move, because without a clock the opponent would wait forever. */
  async #resign({ id, game, version }: TableView): Promise<void> {
    const command = { id: `resign-${version}`, action: { kind: 'resign' } };
    const refused = await this.#api.send(`/tables/${id}/actions`, command);
    note(refused === null ? `${game}: resigned` : `${game}: ${refused}`);
  }

  /** Returns whether there is nothing left to play. */
  async #look(): Promise<boolean> {
    const { entry } = this.#flags;
    if (entry !== null) return entry.look();
    await this.#lookForTables();
    return false;
  }

  async #lookForTables(): Promise<void> {
    if (!this.#flags.open || this.#seated.size >= this.#flags.games) return;
    const { tables } = (await this.#api.get('/tables?phase=waiting&limit=100')) as {
      readonly tables: readonly unknown[];
    };
    const listed = tables.map((table) => tableSummary.parse(table));
    const found = this.#open.choose(listed, this.#seated);
    if (found !== undefined && !(await this.#join(found.id, openChair(found)))) this.#open.refused.add(found.id);
  }

  /** Returns whether the bot sits there now. */
  async #join(table: string, chair: number): Promise<boolean> {
    const error = await this.#api.send(`/tables/${table}/join`, { id: `join-${table}`, chair });
    if (error === null) this.#seated.add(table);
    note(error === null ? `sits at ${table}` : `${table}: ${error}`);
    return error === null;
  }
}

type Message =
  | { readonly kind: 'own'; readonly changed: readonly MyTable[]; readonly gone: readonly string[] }
  | { readonly kind: 'table'; readonly table: unknown }
  | { readonly kind: 'error'; readonly error: { readonly name: string } }
  | { readonly kind: 'presence' | 'said' | 'current' };
