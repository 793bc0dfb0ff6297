import type { Answer, WatchedTable } from '@tablier/client';
import { defaultOptions, SeededRng } from '@tablier/core';
import { isaac } from '@tablier/games';
import { createMatch, decide, evolve, type MatchState, project } from '@tablier/match';
import type { ClientCommand, TableView } from '@tablier/protocol';
import { loadRules } from '../../../src/games/rules.svelte.ts';
import { OnlineSession, type TableServer } from '../../../src/play/online/online-session.svelte.ts';

export const ID = 'a'.repeat(22);

await loadRules('isaac');

/** A table of Isaac after `plies` random moves, seen by `you`; commands wait until `answer` is called. */
export function tableOf(plies: number, you: number | null, changes: Partial<TableView> = {}) {
  const options = defaultOptions(isaac.options);
  let state: MatchState = createMatch(isaac, { options, players: 2, deal: null }, { takeBack: 'asked' });
  const rng = new SeededRng('online');
  for (let made = 0; made < plies; made++) {
    const move = isaac.formatMove(state.position.randomMove(rng));
    const decided = decide(state, { kind: 'move', seat: state.position.turn, move });
    if (!decided.ok) throw new Error(decided.error.name);
    state = evolve(state, decided.value);
  }
  const chair = (name: string) => ({ kind: 'person', name, guest: false }) as const;
  const view: TableView = {
    id: ID,
    version: 5,
    phase: 'playing',
    game: 'isaac',
    options,
    clock: { system: 'none' },
    takeBack: 'asked',
    visibility: 'link',
    seating: 'chosen',
    chairs: [chair('Ada'), chair('Grace')],
    you,
    invited: null,
    movedTo: null,
    host: 0,
    match: project(state, you ?? 'spectator'),
    shuffle: null,
    rematch: { agreed: [], table: null },
    rematchOf: null,
    ...changes,
  };
  const away = [null, { since: 0, how: 'broken' as const, claimFrom: 30_000 }];
  const watched: WatchedTable = {
    view,
    chat: { players: [], spectators: [] },
    spectators: 0,
    here: [true, false],
    away,
    error: null,
  };
  const sent: ClientCommand[] = [];
  let answer: (answer: Answer) => void = () => undefined;
  const server: { -readonly [K in keyof TableServer]: TableServer[K] } = {
    state: 'open',
    trouble: null,
    now: 10_000,
    isCurrent: () => true,
    watch: () => undefined,
    unwatch: () => undefined,
    core: {
      listen: (_, listener) => {
        listener(watched);
        return () => undefined;
      },
      do: (command) => {
        sent.push(command);
        return new Promise((resolve) => (answer = resolve));
      },
    },
  };
  const session = new OnlineSession(ID, server);
  session.watch();
  return { session, view, sent, server, answer: (given: Answer) => answer(given) };
}
