import { createHash } from 'node:crypto';
import { makeRecord, NOBODY, type Seat, shuffleText } from '@tablier/core';
import { findGame } from '@tablier/games';
import type { TableView } from '@tablier/protocol';
import { canonical, firstDifference, type Leak, timeless } from './compare.ts';
import type { Ear } from './ear.ts';
import { type House, type Person, SECRET } from './house.ts';
import type { Pair } from './pair.ts';

/** A line that is listened to, and whether it must hear the same in both worlds. */
export interface Listener {
  readonly ear: Ear;
  /** `null` for who only watches. */
  readonly seat: Seat | null;
}

interface WorldParts {
  readonly house: House;
  /** Who plays. */
  readonly people: readonly Person[];
  readonly table: string;
  readonly pair: Pair;
  readonly index: 0 | 1;
}

/** One of the two worlds during a game. */
export class World {
  readonly house: House;
  readonly table: string;
  /** Who sits where, by seat; `null` for bots. */
  readonly people: readonly (Person | null)[];
  readonly listeners: Listener[];
  /** The hash of the deal, which is shown and says nothing without the nonce; `null` where nothing was dealt. */
  readonly hash: string | null;
  /** Lines that the log must have. */
  logged: number;

  constructor({ house, people, table, pair, index }: WorldParts) {
    this.house = house;
    this.table = table;
    // Seats may have been drawn: the view says who has which.
    const sitsIn = (seat: Seat): Person | null => people.find(({ ear }) => ear.view(table)?.you === seat) ?? null;
    this.people = Array.from({ length: pair.players }, (_, seat) => sitsIn(seat));
    this.listeners = [
      { ear: house.eve.ear, seat: null },
      { ear: house.nobody, seat: null },
      ...this.people.flatMap((person, seat) => (person === null ? [] : [{ ear: person.ear, seat }])),
    ];
    this.logged = people.length;
    this.hash = hashOf(pair, index);
  }

  /** Whoever sits in a seat of a person. */
  player(seat: Seat): Ear {
    return this.personIn(seat).ear;
  }

  personIn(seat: Seat): Person {
    const person = this.people[seat];
    if (person === null || person === undefined) throw new Error(`nobody sits in seat ${seat}`);
    return person;
  }

  /** The seats of people. */
  get seats(): Seat[] {
    return this.people.flatMap((person, seat) => (person === null ? [] : [seat]));
  }

  view(): TableView {
    const view = this.house.eve.ear.view(this.table);
    if (view === null) throw new Error('Eve sees no table');
    return view;
  }

  /** Resolves when a person is to move, everybody sees the same version, and all that was sent has come. */
  async settled(): Promise<void> {
    const { table } = this;
    const isPersons = ({ match }: TableView): boolean =>
      match !== null && (match.view.turn === NOBODY || this.seats.includes(match.view.turn));
    const { ear: eve } = this.house.eve;
    await eve.until(() => {
      const view = eve.view(table);
      return view !== null && isPersons(view);
    }, 'the turn of a person');
    const view = this.view();
    for (const { ear } of this.listeners) {
      await ear.until(() => ear.version(table) >= view.version, `version ${view.version}`);
    }
    if (view.visibility === 'open') {
      for (const ear of [eve, this.house.nobody])
        await ear.until(() => ear.lobby.get(table) === view.match?.plies, `${view.match?.plies} plies in the lobby`);
    }
    for (const { ear } of this.listeners)
      await ear.until(() => !ear.own.has(table) || ear.own.get(table) === view.match?.plies, "one's own tables");
    await Promise.all(this.listeners.map(({ ear }) => ear.settled()));
  }
}

/** The commitment by the letter of the protocol. */
function hashOf({ game: id, options, players, deals }: Pair, index: 0 | 1): string | null {
  const game = findGame(id);
  if (game === undefined || deals[index] === null) return null;
  const record = makeRecord(game, { options, players, deal: deals[index] }, []);
  return createHash('sha256').update(shuffleText(record, SECRET)).digest('hex');
}

/** What was compared. */
export interface Counts {
  messages: number;
  bytes: number;
  answers: number;
  questions: number;
  logLines: number;
  errors: number;
  undosRefused: number;
}

export const noCounts = (): Counts => ({
  messages: 0,
  bytes: 0,
  answers: 0,
  questions: 0,
  logLines: 0,
  errors: 0,
  undosRefused: 0,
});

/** Both worlds, compared step by step. */
export class Match {
  readonly pair: Pair;
  readonly worlds: readonly [World, World];
  readonly leaks: Leak[] = [];
  readonly counts: Counts = noCounts();
  /** Whether somebody who may know was told something else in the other world: else there is nothing to be leaked. */
  differed = false;
  /** Moves of bots since the last comparison. */
  asked = 0;
  /** Whether a bot has done what tells the worlds apart by the rules. */
  told = false;

  constructor(pair: Pair, worlds: readonly [World, World]) {
    this.pair = pair;
    this.worlds = worlds;
  }

  /** Does the same in both worlds and waits until all is quiet. */
  async both(act: (world: World) => Promise<void>): Promise<void> {
    await Promise.all(this.worlds.map(act));
  }

  /** Forgets what was heard. */
  async skip(): Promise<void> {
    for (const { ear } of this.worlds.flatMap(({ listeners }) => listeners)) ear.takeHeard();
    await this.#takeQuestions();
  }

  /** Compares what every line was told, and what bots were asked, since the last time. */
  async compare(at: string): Promise<void> {
    const [one, other] = this.worlds;
    for (const [index, { ear, seat }] of one.listeners.entries()) {
      const heard = masked(ear.takeHeard(), one);
      const heardThere = masked(other.listeners[index]?.ear.takeHeard() ?? [], other);
      const channel = `socket of ${ear.name}${seat === null ? '' : ` in seat ${seat}`}`;
      this.#noteSecret(channel, at, heard);
      const difference = firstDifference(canonical(heard), canonical(heardThere));
      if (seat !== null && !this.pair.alike.includes(seat)) {
        this.differed ||= difference !== null;
        continue;
      }
      this.counts.messages += heard.length;
      this.counts.bytes += heard.reduce((bytes, text) => bytes + text.length, 0);
      this.counts.errors += heard.filter((text) => /^\{"kind":"(refused|error|not-watching)"/.test(text)).length;
      this.#note(channel, at, difference);
    }
    const [questions, questionsThere] = await this.#takeQuestions();
    this.counts.questions += questions.length;
    this.#note('questions to bots', at, firstDifference(questions, questionsThere));
  }

  async #takeQuestions(): Promise<readonly [string[], string[]]> {
    if (this.pair.bots.length === 0) return [[], []];
    const [one, other] = this.worlds;
    const { asked } = this;
    this.asked = 0;
    return Promise.all([one.house.takeQuestions(asked), other.house.takeQuestions(asked)]);
  }

  /** Compares answers to requests. */
  compareAnswers(channel: string, at: string, answers: readonly [string, string]): void {
    const [one, other] = answers.map((text, index) => masked([text], this.worlds[index === 0 ? 0 : 1]));
    this.counts.answers++;
    this.#noteSecret(channel, at, one ?? []);
    this.#note(channel, at, firstDifference(one ?? [], other ?? []));
  }

  /** Compares the logs of the game; their lines are written when it suits the server, so their order is not. */
  compareLogs(at: string): void {
    const [one, other] = this.worlds.map((world) => masked(world.house.takeLog(), world).map(timeless).sort());
    this.counts.logLines += one?.length ?? 0;
    this.#noteSecret('log', at, one ?? []);
    this.#note('log', at, firstDifference(one ?? [], other ?? []));
  }

  /** What went wrong otherwise. */
  note(leak: Leak): void {
    this.leaks.push(leak);
  }

  #note(channel: string, at: string, texts: string | null): void {
    if (texts !== null) this.leaks.push({ channel, at, texts });
  }

  #noteSecret(channel: string, at: string, texts: readonly string[]): void {
    const found = texts.find((text) => text.includes(SECRET));
    if (found !== undefined) this.note({ channel, at, texts: `the nonce: ${found.slice(0, 100)}` });
  }
}

const masked = (texts: readonly string[], { hash }: World): string[] =>
  hash === null ? [...texts] : texts.map((text) => text.replaceAll(hash, '#'));
