import type { TableView, TournamentStanding, TournamentView } from '@tablier/protocol';
import type { Store } from '@tablier/store';

/** One finished game, as its table shows it: the entrants by seat, and their places. */
interface AuditedGame {
  readonly round: number;
  readonly names: readonly string[];
  readonly places: readonly number[];
}

/** What is wrong with a finished tournament. Each count is 0 if nothing is. */
export interface TournamentFaults {
  /** Rounds in which someone did not sit exactly once. */
  readonly unevenRounds: number;
  /** Pairs that met twice. */
  readonly repeats: number;
  /** Games of which the table has no result, or names others. */
  readonly tables: number;
  /** Tables of the tournament in the database that are no game of it. */
  readonly surplus: number;
  /** Lines of the standings that differ from those computed here. */
  readonly lines: number;
}

interface Audited {
  readonly view: TournamentView;
  /** The pairings of every round, as the API lists them. */
  readonly rounds: readonly TournamentView['pairings'][];
  /** The tables of all games, by id. */
  readonly tables: ReadonlyMap<string, TableView>;
  readonly store: Store;
}

/** Compares a finished two-seat Swiss tournament in the API with its tables. */
export async function auditTournament({ view, rounds, tables: seen, store }: Audited): Promise<TournamentFaults> {
  const entrants = view.standings.map(({ name }) => name ?? '');
  const games: AuditedGame[] = [];
  let tables = 0;
  const known = new Set<string>();
  for (const [index, pairings] of rounds.entries()) {
    for (const { table, seats } of pairings) {
      if (table === null) continue;
      known.add(table);
      const shown = seen.get(table);
      const played = shown === undefined ? null : playedAt(shown);
      const names = seats.map(({ name }) => name ?? '');
      if (played === null || played.names.join() !== names.join()) tables++;
      else games.push({ round: index + 1, names, places: played.places });
    }
  }
  const stored = await store.standing({ statuses: ['open', 'running', 'over', 'closed'], limit: 100_000 });
  const own = stored.filter(({ head }) => (head as { readonly tournament?: string } | null)?.tournament === view.id);
  return {
    unevenRounds: rounds.filter((pairings) => !isWhole(pairings, entrants)).length,
    repeats: repeatsIn(games),
    tables,
    surplus: own.filter(({ id }) => !known.has(id)).length,
    lines: wrongLines(view.standings, games),
  };
}

/** Who played at a table, and their places, from its view; `null` if the match is not over. */
function playedAt({ chairs, match }: TableView): Pick<AuditedGame, 'names' | 'places'> | null {
  const places = match?.end?.places;
  return places === undefined ? null : { names: chairs.map((chair) => ('name' in chair ? chair.name : '')), places };
}

function isWhole(pairings: TournamentView['pairings'], entrants: readonly string[]): boolean {
  const names = pairings.flatMap(({ seats }) => seats.map(({ name }) => name ?? ''));
  return names.toSorted().join() === entrants.toSorted().join();
}

function repeatsIn(games: readonly AuditedGame[]): number {
  const pairs = games.map(({ names }) => names.toSorted().join());
  return pairs.length - new Set(pairs).size;
}

interface Line {
  points: number;
  readonly opponents: string[];
  /** The opponents with the points of the own results against them. */
  readonly results: { readonly opponent: string; readonly points: number }[];
}

/** The standings once more, in the simplest way, for tournaments without byes. */
function wrongLines(standings: readonly TournamentStanding[], games: readonly AuditedGame[]): number {
  const lines = new Map<string, Line>(
    standings.map(({ name }) => [name ?? '', { points: 0, opponents: [], results: [] }]),
  );
  for (const { names, places } of games) {
    for (const [seat, name] of names.entries()) {
      const [own = 0, other = 0] = [places[seat], places[1 - seat]];
      const points = own < other ? 1 : own === other ? 0.5 : 0;
      const opponent = names[1 - seat] ?? '';
      const line = lines.get(name);
      if (line === undefined) continue;
      line.points += points;
      line.opponents.push(opponent);
      line.results.push({ opponent, points });
    }
  }
  const pointsOf = (name: string): number => lines.get(name)?.points ?? 0;
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  const expected = [...lines].map(([name, line]) => {
    const scores = line.opponents.map(pointsOf);
    return {
      name,
      points: line.points,
      buchholz: sum(scores),
      buchholzCut1: sum(scores) - Math.min(...scores),
      sonnebornBerger: sum(line.results.map(({ opponent, points }) => points * pointsOf(opponent))),
      wins: line.results.filter(({ points }) => points === 1).length,
      games: line.results.length,
    };
  });
  const isRight = (given: TournamentStanding): boolean => {
    const own = expected.find(({ name }) => name === given.name);
    return (
      own !== undefined &&
      Object.entries(own).every(([field, value]) => given[field as keyof TournamentStanding] === value)
    );
  };
  const ordered = standings.every((line, index) => index === 0 || compare(standings[index - 1], line) <= 0);
  return standings.filter((line) => !isRight(line)).length + (ordered ? 0 : 1);
}

/** By points, then by the first tie-breaks of a Swiss tournament. */
function compare(left: TournamentStanding | undefined, right: TournamentStanding): number {
  if (left === undefined) return 0;
  return (
    right.points - left.points ||
    right.buchholzCut1 - left.buchholzCut1 ||
    right.buchholz - left.buchholz ||
    right.sonnebornBerger - left.sonnebornBerger
  );
}
