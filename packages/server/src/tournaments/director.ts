import { isBye, isSettled } from '@tablier/match';
import type { Store, StoredPairing, StoredTournament } from '@tablier/store';
import { Coalescer } from '../lib/coalesce.ts';
import type { Log } from '../lib/log.ts';
import { UnavailableError } from '../lib/unavailable.ts';
import { tableOf, type TournamentGames } from './games.ts';
import { participants, planOf } from './plan.ts';
import { termsOf } from './terms.ts';

interface DirectorDeps {
  readonly store: Store;
  readonly games: TournamentGames;
  readonly log: Log;
  readonly now: () => number;
  /** How often tournaments are checked. Milliseconds. */
  readonly pace: number;
}

/** Games whose results are read at the same time. */
const AT_ONCE = 16;
/** More steps than one look at a tournament can need: a correspondence round robin adds all its rounds. */
const MOST_STEPS = 200;

/**
 * Moves tournaments on: starts those that are due, opens the tables of a round, reads the results of finished games, begins the next round.
 * Each step follows from what is stored, and is done once even if several nodes try. So a step that a crash prevented is done by the next
 * node that looks.
 */
export class Director {
  readonly #deps: DirectorDeps;
  readonly #running = new Map<string, Coalescer>();
  readonly #timer: NodeJS.Timeout;
  #isLooking = false;
  #isClosed = false;

  constructor(deps: DirectorDeps) {
    this.#deps = deps;
    this.#timer = setInterval(() => void this.#look(), deps.pace).unref();
  }

  /** A tournament may have a step to do. Errors are logged, since the next look tries again. */
  async advance(id: string): Promise<void> {
    const running = this.#running.get(id) ?? new Coalescer(() => this.#advance(id));
    this.#running.set(id, running);
    try {
      await running.run();
    } catch (error) {
      this.#deps.log.error({ err: error }, 'tournament not advanced; it will be tried again');
    }
    this.#running.delete(id);
  }

  /** Resolves when the step in progress is done. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await Promise.all([...this.#running.values()].map((running) => running.run().catch(() => undefined)));
  }

  async #look(): Promise<void> {
    if (this.#isLooking || this.#isClosed) return;
    this.#isLooking = true;
    try {
      for (const id of await this.#deps.store.tournaments.due(this.#deps.now())) await this.advance(id);
    } catch (error) {
      this.#deps.log.error({ err: error }, 'tournaments not checked; it will be tried again');
    }
    this.#isLooking = false;
  }

  async #advance(id: string): Promise<void> {
    for (let steps = 0; steps < MOST_STEPS && !this.#isClosed; steps++) {
      const tournament = await this.#deps.store.tournaments.find(id);
      if (tournament === null || !(await this.#step(tournament))) return;
    }
  }

  /** Returns whether something was done, so that there may be more to do. */
  async #step(tournament: StoredTournament): Promise<boolean> {
    const { store, now } = this.#deps;
    const { id, revision, status, startsAt } = tournament;
    if (status === 'open') {
      if (startsAt === null || startsAt > now()) return false;
      const isEnough = participants(tournament).length >= termsOf(tournament).seats;
      return this.#done(
        await store.tournaments.turn(id, revision, { status: isEnough ? 'running' : 'cancelled', at: now() }),
      );
    }
    if (status !== 'running') return false;
    if (await this.#settle(tournament)) return true;
    const step = planOf(tournament, now());
    if (step.kind === 'wait') return false;
    if (step.kind === 'end')
      return this.#done(await store.tournaments.turn(id, revision, { status: 'over', at: now() }));
    const pairings = step.pairings.map((pairing, board) => ({
      match: isBye(pairing) ? null : tableOf(id, step.round, board),
      seats: pairing.seats,
    }));
    return this.#done(await store.tournaments.addRound(id, revision, { round: step.round, at: now(), pairings }));
  }

  /** Another node may have been first: then its change is read, and planned from. */
  #done(result: 'done' | 'changed' | 'unavailable'): true {
    if (result === 'unavailable') throw new UnavailableError('tournament not changed');
    return true;
  }

  /** Opens the tables that are missing, and stores the results that are new. Returns whether there were any. */
  async #settle(tournament: StoredTournament): Promise<boolean> {
    const open = tournament.pairings.filter((pairing) => !isSettled(pairing));
    let isChanged = false;
    for (let from = 0; from < open.length && !this.#isClosed; from += AT_ONCE) {
      const settled = open.slice(from, from + AT_ONCE).map((pairing) => this.#settleOne(tournament, pairing));
      isChanged = (await Promise.all(settled)).includes(true) || isChanged;
    }
    return isChanged;
  }

  async #settleOne(tournament: StoredTournament, pairing: StoredPairing): Promise<boolean> {
    const { store, games, now } = this.#deps;
    const result = await games.resultOf(tournament, pairing);
    if (result === null) return false;
    const { missing, ...rest } = result;
    // First, since a settled pairing is not looked at again.
    for (const seat of missing) await this.#takeOut(tournament, pairing.seats[seat]?.entrant ?? 0);
    const { round, board } = pairing;
    const settled = await store.tournaments.settle(tournament.id, { ...rest, round, board, at: now() });
    if (settled === 'unavailable') throw new UnavailableError('result not stored');
    return true;
  }

  /** Those who did not come are not paired again until they return. In a round robin everyone meets everyone anyway. */
  async #takeOut(tournament: StoredTournament, number: number): Promise<void> {
    if (tournament.kind === 'round-robin') return;
    const taken = await this.#deps.store.tournaments.takeOut(tournament.id, number, 'out');
    if (taken === 'unavailable') throw new UnavailableError('entrant not taken out');
  }
}
