import { setTimeout as sleep } from 'node:timers/promises';
import { type Rng, SeededRng } from '@tablier/core';
import type { TableView } from '@tablier/protocol';
import { randomChoice, sitDown, type TestClient } from '@tablier/testkit/online';
import type { Journal, TableJournal } from './journal.ts';
import type { Plan } from './plans.ts';

/** A line of chat with one move in so many. */
const TALKS_IN = 10;
/** What a player thinks in a match at most: far below every clock of the plans. Milliseconds. */
const MOST_THOUGHT = 25_000;

export interface Company {
  /** As many as the plan has chairs for people. */
  readonly players: readonly TestClient[];
  readonly watcher: TestClient;
  readonly journal: Journal;
  /** Whether nobody thinks any more: everything is to come to its end. */
  readonly isHurried: () => boolean;
}

/** Plays one table to its end, whatever becomes of the server meanwhile, and notes what was acknowledged. */
export async function playTable(plan: Plan, company: Company, rng: Rng): Promise<void> {
  const { players, watcher, journal } = company;
  const id = await sitDown(players, plan.terms);
  const { game, clock, chairs } = plan.terms;
  const table = journal.begin(id, `${game} for ${chairs.length}, clock ${clock.system}`);
  const seed = rng.below(2 ** 31);
  const ends = await Promise.all([
    ...players.map((player, index) =>
      playSeat(player, table, { ...company, thinks: plan.thinks, rng: new SeededRng(seed + index) }),
    ),
    watcher.view(id, ({ phase }) => phase === 'over'),
  ]);
  table.gaps = new Map(players.map(({ gaps }, index) => [ends[index]?.you ?? -1, gaps]));
  journal.end(table, ends);
  for (const client of [...players, watcher]) client.core.unwatch(id);
}

interface Manner extends Company {
  readonly thinks: number;
  readonly rng: Rng;
}

async function playSeat(player: TestClient, table: TableJournal, manner: Manner): Promise<TableView> {
  const { id } = table;
  const { journal, isHurried, thinks, rng } = manner;
  let view = await player.view(id, (now) => now.phase === 'over' || canMove(now));
  for (let thought = 0; view.phase === 'playing';) {
    const think = isHurried() || thought > MOST_THOUGHT ? 0 : rng.below(2 * thinks + 1);
    thought += think;
    await sleep(think);
    const move = randomChoice(view, rng);
    const sentAt = performance.now();
    const [answer] = await Promise.all([
      player.act(id, { kind: 'move', move }),
      rng.below(TALKS_IN) === 0 ? talk(player, table, journal, `psst ${rng.below(1e9)}`) : null,
    ]);
    // Only what the view allows is tried, on one's own turn: a refusal says that it was done before.
    if (!answer.ok) throw new Error(`${table.what}: ${move} was refused: ${answer.error.name}`);
    const { version } = answer.value;
    journal.waits.push(performance.now() - sentAt);
    journal.acknowledged(table.moves, { at: version, text: move });
    view = await player.view(id, (now) => now.version >= version && (now.phase === 'over' || canMove(now)));
  }
  return view;
}

async function talk(player: TestClient, table: TableJournal, journal: Journal, text: string): Promise<void> {
  const answer = await player.do({ kind: 'say', table: table.id, text });
  if (answer.ok) journal.acknowledged(table.lines, { at: answer.value.version, text });
  else journal.fault(`${table.what}: a line was refused: ${answer.error.name}`);
}

const canMove = ({ you, match }: TableView): boolean => match?.view.turn === you && match.clock?.seat !== -1;
