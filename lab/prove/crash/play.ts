import { setTimeout as sleep } from 'node:timers/promises';
import { type Rng, SeededRng } from '@tablier/core';
import type { TableView } from '@tablier/protocol';
import { randomChoice, sitDown, type TestClient } from '@tablier/testkit/online';
import type { Journal, TableJournal } from './journal.ts';
import type { Plan } from './plans.ts';

/** One move in this many comes with a chat message. */
const TALKS_IN = 10;
/** The longest that a player thinks in a match: far below every clock of the plans. Milliseconds. */
const MAX_THOUGHT = 25_000;

interface Company {
  /** As many as the plan has seats for people. */
  readonly players: readonly TestClient[];
  readonly watcher: TestClient;
  readonly journal: Journal;
  /** Whether players no longer think, so that all matches end. */
  readonly isHurried: () => boolean;
}

/** Plays one table to its end, whatever happens to the server meanwhile, and records what was acknowledged. */
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

interface SeatPlan extends Company {
  readonly thinks: number;
  readonly rng: Rng;
}

async function playSeat(player: TestClient, table: TableJournal, plan: SeatPlan): Promise<TableView> {
  const { id } = table;
  const { journal, isHurried, thinks, rng } = plan;
  let view = await player.view(id, (now) => now.phase === 'over' || canMove(now));
  for (let thought = 0; view.phase === 'playing';) {
    const think = isHurried() || thought > MAX_THOUGHT ? 0 : rng.below(2 * thinks + 1);
    thought += think;
    await sleep(think);
    const move = randomChoice(view, rng);
    const sentAt = performance.now();
    const [answer] = await Promise.all([
      player.act(id, { kind: 'move', move }),
      rng.below(TALKS_IN) === 0 ? talk(player, table, journal, `psst ${rng.below(1e9)}`) : null,
    ]);
    // Only what the view allows is played, by the seat to move: a refusal means that the move was made before.
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
  if (answer.ok) journal.acknowledged(table.chat, { at: answer.value.version, text });
  else journal.fault(`${table.what}: a chat message was refused: ${answer.error.name}`);
}

const canMove = ({ you, match }: TableView): boolean => match?.view.turn === you && match.clock?.seat !== -1;
