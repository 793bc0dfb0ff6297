import {
  formatError,
  type Level,
  NOBODY,
  parseLevel,
  type Replay,
  replayText,
  type Rng,
  type Seat,
  SeededRng,
  type Setup,
  type Viewer,
} from '@tablier/core';
import { type CatalogueGame, findGame, type GameText, type GameWords } from '@tablier/games';
import {
  type Command,
  createMatch,
  decide,
  evolve,
  lastTurnOf,
  type MatchError,
  type MatchEvent,
  type MatchState,
  project,
  recordOf,
} from '@tablier/match';
import { CLEAR_LINE, inColumns, Keyboard, paintBoard, WIPE } from './terminal.ts';
import { describeEnd, type Messages, messagesFor } from './messages.ts';
import {
  dealtSetup,
  gameNamed,
  gameRng,
  readConditions,
  seedOr,
  type SetupFlags,
  taskOf,
  thinkUp,
} from '../shared/setup.ts';
import { EXIT, systemErrorText, UsageError } from '../shared/output.ts';
import { readLines } from '../shared/lines.ts';
import { appendFileSync } from 'node:fs';

/** A game in the terminal is played by people who trust each other, or against bots. */
const TAKE_BACK = 'free';

export interface Table {
  readonly game: CatalogueGame;
  readonly text: GameText;
  readonly setup: Setup;
  /** The seats of people; bots have the others. */
  readonly people: readonly Seat[];
  readonly level: Level;
  readonly rng: Rng;
  readonly messages: Messages;
  /** Those that a loaded game begins with. */
  readonly moves: readonly string[];
}

const HINT_LEVEL: Level = 7;

export class Session {
  private readonly table: Table;
  private readonly keyboard: Keyboard;
  private readonly names: readonly string[];
  private state: MatchState;
  private stale = true;
  /** The seat for which the screen was last drawn, if players have secrets. */
  private shownTo: Seat | null = null;
  private news: string[] = [];

  constructor(table: Table, keyboard: Keyboard) {
    const { game, setup, messages, moves } = table;
    this.table = table;
    this.keyboard = keyboard;
    this.names = game.seatNames.map((key) => messages.seats[key] ?? key);
    this.state = createMatch(game, setup, { takeBack: TAKE_BACK });
    for (const move of moves) {
      const made = decide(this.state, { kind: 'move', seat: this.state.position.turn, move });
      if (made.ok) this.state = evolve(this.state, made.value);
    }
  }

  async run(): Promise<void> {
    const { game, messages } = this.table;
    const own = this.onlyPerson();
    this.print(own === null ? messages.welcomeAll(game.name) : messages.welcome(game.name, this.nameOf(own)));
    this.print(messages.hint);
    while (this.state.end === null) {
      const { turn } = this.state.position;
      const goesOn = this.table.people.includes(turn) ? await this.askPerson(turn) : await this.askBot(turn);
      if (!goesOn) return this.print(messages.goodbye);
    }
    this.drawBoard();
    for (const line of describeEnd(this.state.end, this.names, own, messages)) this.print(line);
  }

  private async askBot(seat: Seat): Promise<boolean> {
    const { level, rng } = this.table;
    this.apply({ kind: 'move', seat, move: await this.thinkFor(seat, level, rng) });
    return !(this.keyboard.isClosed && process.stdin.isTTY);
  }

  /** What a bot would do in this seat, from what the seat knows. */
  private async thinkFor(seat: Seat, level: Level, rng: Rng): Promise<string> {
    const { game, setup, messages } = this.table;
    if (process.stdout.isTTY) process.stdout.write(`${messages.thinking(this.nameOf(seat))}\r`);
    const isStopped = (): boolean => this.keyboard.isClosed;
    const { move } = await thinkUp(taskOf(game, setup, this.state.position), { level, rng, isStopped });
    if (process.stdout.isTTY) process.stdout.write(CLEAR_LINE);
    return game.formatMove(move);
  }

  private async askPerson(seat: Seat): Promise<boolean> {
    const { messages, people } = this.table;
    if (!(await this.handOver(seat))) return false;
    if (this.stale) this.drawBoard();
    const prompt = people.length === 1 ? messages.yourMove(this.nameOf(seat)) : messages.seatMove(this.nameOf(seat));
    const line = await this.keyboard.prompt(prompt);
    return line !== null && (await this.grant(seat, line));
  }

  private async grant(seat: Seat, line: string): Promise<boolean> {
    const { kind, text } = parseInput(line);
    const wishes: Readonly<Record<PlayerInput['kind'], () => unknown>> = {
      nothing: () => null,
      quit: () => null,
      help: () => this.help(),
      board: () => (this.stale = true),
      moves: () => this.listMoves(text),
      look: () => this.look(seat, text),
      hint: () => this.hint(seat),
      save: () => this.save(text),
      undo: () => this.undo(seat),
      resign: () => this.apply({ kind: 'resign', seat }),
      move: () => this.apply({ kind: 'move', seat, move: this.canonical(text) }),
    };
    await wishes[kind]();
    return kind !== 'quit';
  }

  private help(): void {
    const { game, messages } = this.table;
    const look = game.peeks === undefined ? [] : [messages.helpLook];
    for (const line of [...(this.words?.notation ?? []), ...messages.help, ...look]) this.print(line);
  }

  /** As typed, or in lower case if only that is a move. */
  private canonical(text: string): string {
    const { game } = this.table;
    return game.parseMove(text) === null && game.parseMove(text.toLowerCase()) !== null ? text.toLowerCase() : text;
  }

  private apply(command: Command): void {
    const decision = decide(this.state, command);
    if (!decision.ok) return this.explain(decision.error);
    this.state = evolve(this.state, decision.value);
    this.announce(decision.value);
  }

  private explain({ name, detail = '' }: MatchError): void {
    const { messages } = this.table;
    if (name === 'unreadable-move') this.print(messages.unreadable(detail));
    else if (name === 'illegal-peek') this.print(messages.illegalLook(detail));
    else if (name === 'already-revealed') this.print(messages.alreadyRevealed);
    else this.print(messages.illegal(detail));
  }

  private announce(event: MatchEvent): void {
    if (!('seat' in event)) return;
    const { messages } = this.table;
    const name = this.nameOf(event.seat);
    if (event.kind === 'peeked') {
      const answer = this.words?.seen?.(event.seen, this.names) ?? JSON.stringify(event.seen);
      return this.print(messages.seen(name, event.peek, answer));
    }
    this.stale = true;
    if (event.kind === 'taken-back') this.print(messages.takenBack);
    if (event.kind === 'resigned') this.print(messages.resigns(name));
    if (event.kind !== 'moved') return;
    this.print(messages.moveMade(name, event.move));
    if (this.state.end !== null) return;
    for (const seat of this.view().passed) this.print(messages.passes(this.nameOf(seat)));
  }

  private listMoves(filter: string): void {
    const { game, messages } = this.table;
    const all = game.choices(this.view()).map((move) => game.formatMove(move));
    const found = all.filter((text) => text.includes(filter)).sort();
    if (found.length === 0) return this.print(messages.noMoves(filter));
    this.print(found.length === 1 ? messages.oneMove : messages.moves(found.length));
    this.print(inColumns(found, process.stdout.columns ?? 80));
  }

  private look(seat: Seat, place: string): void {
    const { game, messages } = this.table;
    if (place !== '') return this.apply({ kind: 'peek', seat, peek: place });
    const places = game.peeks?.list(this.state.position) ?? [];
    this.print(places.length === 0 ? messages.noLooks : messages.looks(places.join(' ')));
  }

  private async hint(seat: Seat): Promise<void> {
    const move = await this.thinkFor(seat, HINT_LEVEL, new SeededRng('hint'));
    // No news: the next person at this keyboard is not shown it.
    process.stdout.write(`${this.table.messages.hintMove(move)}\n`);
  }

  private save(named: string): void {
    const { game, messages } = this.table;
    const file = named === '' ? `${game.id}.jsonl` : named;
    const fault = saveGame(this.state, file);
    this.print(fault === null ? messages.saved(file) : messages.notSaved(file, fault));
  }

  private undo(seat: Seat): void {
    const { moves } = this.state;
    const match = { ...project(this.state, this.viewer()), moves: moves.map(({ shown }) => shown) };
    const last = lastTurnOf(match, this.table.people, TAKE_BACK);
    if (last === null) return this.print(this.table.messages.nothingToTakeBack);
    this.apply({ kind: 'take-back', seat, to: last.to });
  }

  /** If people at one keyboard have secrets from each other, asks them to change places first. */
  private async handOver(seat: Seat): Promise<boolean> {
    const { game, setup, people, messages } = this.table;
    if (people.length === 1 || this.shownTo === seat || !game.secrets.hides(setup.options)) return true;
    if (process.stdout.isTTY) process.stdout.write(WIPE);
    if ((await this.keyboard.prompt(messages.handOver(this.nameOf(seat)))) === null) return false;
    if (process.stdout.isTTY) process.stdout.write(this.news.map((line) => `${line}\n`).join(''));
    this.shownTo = seat;
    this.news = [];
    return true;
  }

  private drawBoard(): void {
    this.stale = false;
    process.stdout.write(`\n${paintBoard(this.table.text.draw(this.view()))}\n\n`);
  }

  private get words(): GameWords | undefined {
    return this.table.text.words[this.table.messages.language];
  }

  private view() {
    return this.table.game.view(this.state.position, this.viewer());
  }

  private viewer(): Viewer {
    const { turn } = this.state.position;
    return this.onlyPerson() ?? (turn === NOBODY ? 'spectator' : turn);
  }

  private onlyPerson(): Seat | null {
    const { people } = this.table;
    return people.length === 1 ? (people[0] as Seat) : null;
  }

  private nameOf(seat: Seat): string {
    return this.names[seat] as string;
  }

  private print(text: string): void {
    this.news.push(text);
    process.stdout.write(`${text}\n`);
  }
}

const WORDS = {
  help: ['help', '?', 'h', 'aide', 'hilfe', 'hulp'],
  board: ['board', 'plateau', 'brett', 'bord'],
  hint: ['hint', 'indice', 'tipp', 'tip'],
  save: ['save', 'enregistrer', 'speichern', 'opslaan'],
  undo: ['undo', 'back', 'annuler', 'reprendre', 'zurück', 'terug'],
  resign: ['resign', 'abandonner', 'aufgeben', 'opgeven'],
  quit: ['quit', 'exit', 'q', 'quitter', 'beenden', 'stoppen'],
  moves: ['moves', 'coups', 'züge', 'zetten'],
  look: ['look', 'peek', 'regarder', 'ansehen', 'kijken'],
};

const WISHES = Object.keys(WORDS) as (keyof typeof WORDS)[];

interface PlayerInput {
  readonly kind: keyof typeof WORDS | 'move' | 'nothing';
  /** The move, or what follows the word for a wish. */
  readonly text: string;
}

export function parseInput(line: string): PlayerInput {
  const [word = '', ...rest] = line.trim().split(/\s+/);
  if (word === '') return { kind: 'nothing', text: '' };
  const kind = WISHES.find((wish) => WORDS[wish].includes(word.toLowerCase().normalize()));
  return kind === undefined ? { kind: 'move', text: line.trim() } : { kind, text: rest.join(' ') };
}

const DEFAULT_LEVEL: Level = 4;

export interface PlayFlags extends SetupFlags {
  readonly level: Level | 'none';
  /** From 1. */
  readonly seat?: number;
  readonly load?: string;
}

export async function play(id: string, flags: PlayFlags): Promise<number> {
  const game = gameNamed(id);
  const conditions = readConditions(game, flags);
  const loaded = flags.load === undefined ? null : await loadGame(id, flags.load);
  const seed = seedOr(flags.seed);
  const setup = loaded?.setup ?? dealtSetup(conditions, gameRng(seed, 0));
  const rng = new SeededRng(`${seed} play`);
  const people = peopleAt(setup.players, flags, rng);
  const level = parseLevel(flags.level) ?? DEFAULT_LEVEL;
  const keyboard = new Keyboard();
  const messages = messagesFor(process.env);
  const { moves } = loaded?.record ?? { moves: [] };
  await new Session({ game, text: await game.text(), setup, people, level, rng, messages, moves }, keyboard).run();
  keyboard.close();
  return EXIT.ok;
}

function peopleAt(players: number, { level, seat }: PlayFlags, rng: SeededRng): Seat[] {
  if (seat !== undefined && seat > players)
    throw new UsageError(`bad-seat (${seat}: this game has the seats 1 to ${players})`);
  if (level === 'none') return Array.from({ length: players }, (_, each) => each);
  return [seat === undefined ? rng.below(players) : seat - 1];
}

/** Adds the game to a file of records, with all that is hidden in it. Returns why it could not, or `null`. */
function saveGame(state: MatchState, path: string): string | null {
  try {
    appendFileSync(path, `${JSON.stringify(recordOf(state))}\n`);
    return null;
  } catch (error) {
    const reason = systemErrorText(error);
    if (reason === null) throw error;
    return reason;
  }
}

/** The last game of a file, which must not be over. */
async function loadGame(id: string, path: string): Promise<Replay> {
  let last = '';
  for await (const { text } of readLines(path)) if (text?.trim() !== '') last = text ?? '';
  const read = replayText(findGame, last);
  if (!read.ok) throw new UsageError(`cannot load ${path}: ${formatError(read.error)}`);
  const { game, end } = read.value.record;
  if (game !== id) throw new UsageError(`cannot load ${path}: its last game is ${game}`);
  if (end !== undefined) throw new UsageError(`cannot load ${path}: its last game is over`);
  return read.value;
}
