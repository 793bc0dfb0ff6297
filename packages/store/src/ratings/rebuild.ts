import type { Statement } from '../operations.ts';
import { type OnProgress, Repository, rowsOf, statement } from '../repository.ts';
import type { Schema } from '../schema.ts';
import {
  beforeOf,
  changeColumns,
  COUNTER,
  keyOf,
  NEW_STANDING,
  nextStandings,
  ratingColumns,
  type RatingKind,
  type RebuildReport,
  type Standing,
} from './rating.ts';

type Change = Schema['rating_change'];

const PAGE = 500;

interface Computed extends RatingKind {
  readonly account: string;
  readonly standing: Standing;
}

/**
 * Computes all ratings from the results of the rated matches, in their order. Only sides, places and times are read; an erased account
 * and a level enter each match with the rating they had then. Differences from the stored ratings are written in one transaction, which is refused
 * and repeated if matches were rated in the meantime.
 */
export class RatingRebuild extends Repository {
  readonly #ratings = new Map<string, Computed>();
  readonly #corrections: Statement[] = [];
  #last = 0;
  #matches = 0;

  async run(onProgress?: OnProgress): Promise<RebuildReport> {
    const total = onProgress === undefined ? 0 : await this.#newest();
    const read = (): void => onProgress?.(this.#last, total);
    for (;;) {
      await this.#readOn(read);
      const ratings = await this.#wrongRatings();
      const wrong = [...this.#corrections, ...ratings.flat()];
      const report = {
        matches: this.#matches,
        ratings: this.#ratings.size,
        corrected: this.#corrections.length + ratings.length,
      };
      if (wrong.length === 0) return report;
      const unchanged = this.database
        .updateTable('rating_counter')
        .set({ last: this.#last })
        .where('id', '=', COUNTER)
        .where('last', '=', this.#last);
      const done = await this.write([statement(unchanged, 'moved-on'), ...wrong]);
      if (done.name === 'done') return report;
    }
  }

  async #newest(): Promise<number> {
    const query = this.database.selectFrom('rating_change').select((eb) => eb.fn.max('seq').as('newest'));
    const [row] = await rowsOf(query);
    return row?.newest ?? 0;
  }

  async #readOn(onPage: () => void): Promise<void> {
    for (;;) {
      const changes = await rowsOf(
        this.database
          .selectFrom('rating_change')
          .selectAll()
          .where('seq', '>', this.#last)
          .where('seq', '<=', this.#last + PAGE)
          .orderBy('seq')
          .orderBy('seat'),
      );
      if (changes.length === 0) return;
      for (const seats of Map.groupBy(changes, ({ seq }) => seq).values()) {
        this.#replay(seats);
        this.#last = seats[0]?.seq ?? this.#last;
        this.#matches++;
      }
      onPage();
    }
  }

  #replay(changes: readonly Change[]): void {
    const seats = changes.map((change) => ({
      ...{ side: change.side, place: change.place, before: this.#before(change) },
      isFixed: change.level !== null,
    }));
    const after = nextStandings(seats, changes[0]?.at ?? 0);
    for (const [seat, change] of changes.entries()) {
      const [before, standing] = [seats[seat]?.before, after[seat]];
      if (before === undefined || standing === undefined) continue;
      this.#check(change, changeColumns(before, standing));
      const { account, game, pace } = change;
      if (account !== null) this.#ratings.set(keyOf(account, change), { account, game, pace, standing });
    }
  }

  #before(change: Change): Standing {
    if (change.account === null) return { ...NEW_STANDING, ...beforeOf(change), since: change.since };
    return this.#ratings.get(keyOf(change.account, change))?.standing ?? NEW_STANDING;
  }

  #check({ seq, seat, ...stored }: Change, columns: ReturnType<typeof changeColumns>): void {
    if (isSame(columns, stored)) return;
    const own = this.database.updateTable('rating_change').set(columns).where('seq', '=', seq);
    this.#corrections.push(statement(own.where('seat', '=', seat)));
  }

  /** The statements that correct, add or remove newest ratings, one list for each. */
  async #wrongRatings(): Promise<readonly (readonly Statement[])[]> {
    const wrong: (readonly Statement[])[] = [];
    const missing = new Map(this.#ratings);
    for (const stored of await rowsOf(this.database.selectFrom('rating').selectAll())) {
      const computed = missing.get(keyOf(stored.account, stored));
      missing.delete(keyOf(stored.account, stored));
      if (computed !== undefined && isSame(ratingColumns(computed.standing), stored)) continue;
      const own = this.database.deleteFrom('rating').where('account', '=', stored.account);
      const removed = statement(own.where('game', '=', stored.game).where('pace', '=', stored.pace));
      wrong.push(computed === undefined ? [removed] : [removed, this.#insert(computed)]);
    }
    return [...wrong, ...[...missing.values()].map((computed) => [this.#insert(computed)])];
  }

  #insert({ standing, ...own }: Computed): Statement {
    return statement(this.database.insertInto('rating').values({ ...own, ...ratingColumns(standing) }));
  }
}

const isSame = (columns: Readonly<Record<string, unknown>>, stored: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(columns).every(([name, value]) => stored[name] === value);
