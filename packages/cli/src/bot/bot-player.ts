import type { Ending } from '@tablier/core';
import {
  type ErrorName,
  type MyTable,
  tableSummary,
  type TableSummary,
  type TableView,
  tableView,
  type TournamentView,
  tournamentView,
} from '@tablier/protocol';
import { setTimeout as sleep } from 'node:timers/promises';
import { BotApi } from './api.ts';
import { Engine, type NoMove, printable } from './engine.ts';
import { isPlayable, refuseUnplayable, searchAt } from './position-lines.ts';
import { EXIT, note, untilSignalled, UsageError } from '../shared/output.ts';

/** The participation of a bot in one tournament: it enters, enters again after it was removed, and detects the end. */
export class TournamentEntry {
  readonly #api: BotApi;
  readonly #id: string;
  #round = 0;

  constructor(api: BotApi, id: string) {
    this.#api = api;
    this.#id = id;
  }

  /** Enters the tournament unless the bot is in it. Returns whether it is over. Throws a `UsageError` if the bot cannot take part. */
  async look(): Promise<boolean> {
    const view = await this.#view();
    const { status, round, you } = view;
    if (round > this.#round) note(`${view.name}: round ${round}`);
    this.#round = round;
    if (status === 'over' || status === 'cancelled') {
      const own = view.standings.find(({ entrant }) => entrant === you.entrant);
      note(`${view.name} is ${status}${own === undefined ? '' : `: rank ${own.rank}, ${own.points} points`}`);
      return true;
    }
    if (you.state !== 'in') await this.#enter(view);
    return false;
  }

  async #view(): Promise<TournamentView> {
    const view = tournamentView.safeParse(await this.#api.get(`/tournaments/${encodeURIComponent(this.#id)}`));
    if (!view.success) throw new UsageError(`unknown-tournament (${this.#id}: the id is the last part of its address)`);
    return view.data;
  }

  async #enter({ name, game, options, seats, you }: TournamentView): Promise<void> {
    refuseUnplayable({ game, options, players: seats });
    // A late entrant may have to wait, and one who left may not be admitted again.
    const error = await this.#api.send(`/tournaments/${encodeURIComponent(this.#id)}/join`, {});
    if (error === null) note(`enters ${name}`);
    else if (you.state === null) throw new UsageError(`${error} (tournament ${this.#id})`);
  }
}

export interface PlayerFlags {
  /** Milliseconds for a move without a clock. */
  readonly movetime: number;
  readonly games: number;
  readonly open: boolean;
  /** The tournament that the bot plays in, and nothing else; `null` for none. */
  readonly entry: TournamentEntry | null;
}

interface Played {
  /** The newest view, and when it came, by `performance.now`. */
  view: TableView;
  at: number;
  /** The moves of the position that was searched last; `null` for none. */
  searched: string | null;
  readonly drop: AbortController;
}

/** How often open tables, finished ones, or the tournament, are checked. Milliseconds. */
const LOOK = 3000;
/** So many finished tables are looked at for the offer of a rematch, for this long. Milliseconds. */
const MAX_FINISHED = 5;
const REMATCH_TIME = 120_000;
const BAD_MOVES: ReadonlySet<string> = new Set<ErrorName>(['illegal-move', 'unreadable-move']);

const movesOf = ({ match }: TableView): string => (match?.moves ?? []).map(({ text }) => text).join(' ');

export class BotPlayer {
  readonly #api: BotApi;
  readonly #engine: Engine;
  readonly #flags: PlayerFlags;
  readonly #seated = new Set<string>();
  readonly #played = new Map<string, Played>();
  /** Finished tables, and when they ended, by `performance.now`. */
  readonly #finished = new Map<string, number>();
  readonly #open = new OpenTables();
  #fail: (error: unknown) => void = () => undefined;

  constructor(api: BotApi, engine: Engine, flags: PlayerFlags) {
    this.#api = api;
    this.#engine = engine;
    this.#flags = flags;
  }

  async play(): Promise<void> {
    const ending = new AbortController();
    const failing = new Promise<never>((_, reject) => {
      this.#fail = reject;
    });
    try {
      await Promise.race([this.#keepLooking(ending.signal), this.#listen(), failing]);
    } finally {
      ending.abort();
    }
  }

  async #keepLooking(signal: AbortSignal): Promise<void> {
    do await sleep(LOOK, null, { signal });
    while (!(await this.#look()));
  }

  async #listen(): Promise<never> {
    for await (const message of this.#api.events()) this.#take(message as Message).catch(this.#fail);
    throw new UsageError('the stream of events has ended');
  }

  async #take(message: Message): Promise<void> {
    if (message.kind === 'error') throw new UsageError(`the server has ended the stream (${message.error.name})`);
    if (message.kind === 'own') {
      for (const id of message.gone) await this.#leave(id);
      for (const table of message.changed) await this.#follow(table);
    }
    if (message.kind === 'table') await this.#see(tableView.parse(message.table));
  }

  async #follow({ id, you, invited, game, options, chairs }: MyTable): Promise<void> {
    if (you !== null) this.#seated.add(id);
    if (you !== null || invited === null || this.#flags.entry !== null) return;
    if (isPlayable({ game, options, players: chairs.length })) await this.#join(id, invited);
    else await this.#api.send(`/tables/${id}/decline`, { id: `decline-${id}` });
  }

  /** A table is no longer listed: its end may have come while the stream was cut. */
  async #leave(id: string): Promise<void> {
    this.#seated.delete(id);
    if (!this.#played.has(id)) return;
    const view = tableView.safeParse(await this.#api.get(`/tables/${id}`));
    if (view.success) await this.#see(view.data);
    this.#played.get(id)?.drop.abort();
    this.#played.delete(id);
  }

  async #see(view: TableView): Promise<void> {
    const { id, you, match } = view;
    const before = this.#played.get(id);
    if (you === null || match === null || (before !== undefined && before.view.version > view.version)) return;
    if (match.end !== null) {
      this.#end(view);
      return;
    }
    const isSame = before?.searched === movesOf(view);
    if (!isSame) before?.drop.abort();
    const drop = before === undefined || !isSame ? new AbortController() : before.drop;
    const played: Played = { view, at: performance.now(), searched: isSame ? before.searched : null, drop };
    this.#played.set(id, played);
    await this.#answer(view);
    // Moves are possible once the first clock runs.
    if (played.searched === null && view.legal !== undefined && match.clock?.seat !== -1) await this.#move(played);
  }

  #end(view: TableView): void {
    const played = this.#played.get(view.id);
    if (played === undefined) return;
    this.#played.delete(view.id);
    played.drop.abort();
    this.#finished.set(view.id, performance.now());
    note(resultText(view));
  }

  /** A bot takes nothing back and does not agree to draws: the other player must not wait for an answer. */
  async #answer({ id, version, you, match }: TableView): Promise<void> {
    const asked = match?.takeBackAsked;
    const isAsked = (seats: readonly number[]): boolean => seats.length > 0 && !seats.includes(you ?? -1);
    if (asked && isAsked([asked.seat, ...asked.agreed]))
      await this.#act(id, `no-take-back-${version}`, { kind: 'answer-take-back', accept: false });
    if (isAsked(match?.drawAgreed ?? []))
      await this.#act(id, `no-draw-${version}`, { kind: 'answer-draw', accept: false });
  }

  #act(table: string, id: string, action: object): Promise<string | null> {
    return this.#api.send(`/tables/${table}/actions`, { id, action });
  }

  async #move(played: Played): Promise<void> {
    const { id, game } = played.view;
    const searched = movesOf(played.view);
    played.searched = searched;
    const dropped = played.drop.signal;
    const move = await this.#engine.bestMove(() => {
      const { view, at } = this.#played.get(id) ?? played;
      return { ...searchAt(view, this.#flags.movetime, performance.now() - at), dropped };
    });
    const newest = this.#played.get(id);
    if (move === null || newest === undefined || newest.searched !== searched) return;
    if (typeof move !== 'string') return this.#giveUp(newest, move);
    const plies = newest.view.match?.plies;
    const error = await this.#act(id, `move-${newest.view.version}`, { kind: 'move', move, plies });
    if (error === null) return;
    note(`${game} ${id}: ${move}: ${error}`);
    if (BAD_MOVES.has(error)) await this.#resign(newest.view);
    // The next view shows a position that is not known yet, or this one again.
    else newest.searched = null;
  }

  /** Without a clock the opponent of an engine that finds no move would wait forever. */
  async #giveUp({ view }: Played, { name, detail }: NoMove): Promise<void> {
    note(`${view.game} ${view.id}: ${detail}`);
    await this.#resign(view);
    if (name === 'broken') throw new UsageError(detail);
  }

  async #resign({ id, game, version }: TableView): Promise<void> {
    const refused = await this.#act(id, `resign-${version}`, { kind: 'resign' });
    note(`${game} ${id}: ${refused ?? 'resigned'}`);
  }

  async #look(): Promise<boolean> {
    const { entry } = this.#flags;
    if (entry !== null) return entry.look();
    await this.#lookForRematches();
    await this.#lookForTables();
    return false;
  }

  async #lookForRematches(): Promise<void> {
    const since = performance.now() - REMATCH_TIME;
    for (const [id, at] of this.#finished)
      if (at < since || this.#finished.size > MAX_FINISHED) this.#finished.delete(id);
    for (const id of this.#finished.keys()) {
      const view = tableView.safeParse(await this.#api.get(`/tables/${id}`));
      const { agreed = [], table = null } = view.data?.rematch ?? {};
      if (view.success && table === null && (agreed.length === 0 || agreed.includes(view.data.you ?? -1))) continue;
      this.#finished.delete(id);
      const agree = this.#seated.size < this.#flags.games;
      if (table === null) await this.#api.send(`/tables/${id}/rematch`, { id: `rematch-${id}`, agree });
    }
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

const ENDINGS: Readonly<Record<Ending, string>> = {
  rules: '',
  resign: ' by resignation',
  time: ' on time',
  agreement: ' by agreement',
  abort: '',
};

/** How a finished game went for the bot, as one line: `isaac ID: lost 40 to 103 against Anna on time after 12 moves`. */
export function resultText({ id, game, you, chairs, match }: TableView): string {
  const end = match?.end ?? null;
  if (match === null || end === null || end.by === 'abort') return `${game} ${id}: aborted`;
  const seat = you ?? 0;
  const others = [...chairs.keys()].filter((other) => other !== seat);
  const firsts = end.places.filter((place) => place === 1).length;
  const won = firsts === end.places.length ? 'drew' : end.places[seat] === 1 ? 'won' : 'lost';
  const points = `${end.scores[seat]} to ${others.map((other) => end.scores[other]).join(' and ')}`;
  const names = others.map((other) => nameOf(chairs[other])).join(' and ');
  return `${game} ${id}: ${won} ${points} against ${names}${ENDINGS[end.by]} after ${match.plies} move${match.plies === 1 ? '' : 's'}`;
}

function nameOf(chair: TableView['chairs'][number] | undefined): string {
  if (chair?.kind === 'bot') return `level ${chair.strength ?? chair.level}`;
  return (chair?.kind === 'person' && chair.name) || 'a deleted player';
}

export class OpenTables {
  /** Tables that refused the bot. A table that is no longer listed is forgotten, because a bot may run for months. */
  readonly refused = new Set<string>();

  /** The first listed table with a free chair for the bot; `undefined` for none. */
  choose(listed: readonly TableSummary[], seated: ReadonlySet<string>): TableSummary | undefined {
    const ids = new Set(listed.map(({ id }) => id));
    for (const id of this.refused) if (!ids.has(id)) this.refused.delete(id);
    return listed.find((table) => !seated.has(table.id) && !this.refused.has(table.id) && isWanted(table));
  }
}

/** Tables of a seek and rated ones are for people. */
const isWanted = (table: TableSummary): boolean =>
  openChair(table) >= 0 &&
  table.pace === null &&
  table.rated !== true &&
  isPlayable({ ...table, players: table.chairs.length });

export const openChair = ({ chairs }: TableSummary): number => chairs.findIndex(({ kind }) => kind === 'open');

export interface BotFlags extends Omit<PlayerFlags, 'entry'> {
  readonly server: string;
  readonly token?: string;
  readonly engine: string;
  readonly tournament?: string;
  readonly verbose?: boolean;
}

/** `tablier bot`: plays at the tables of a server with a UGI engine, until it is stopped or its tournament is over. */
export async function bot(flags: BotFlags): Promise<number> {
  const { server, token, engine: command, verbose } = flags;
  if (token === undefined) throw new UsageError('no-token (set --token or the variable TABLIER_TOKEN)');
  const api = new BotApi(server, token);
  const engine = new Engine(command, verbose === true ? (line) => note(printable(line)) : undefined);
  try {
    const entry = flags.tournament === undefined ? null : new TournamentEntry(api, flags.tournament);
    return await untilSignalled(() => play(api, engine, { ...flags, entry }));
  } finally {
    api.close();
    await engine.stop();
  }
}

async function play(api: BotApi, engine: Engine, flags: PlayerFlags): Promise<number> {
  await engine.greet();
  await flags.entry?.look();
  await new BotPlayer(api, engine, flags).play();
  return EXIT.ok;
}
