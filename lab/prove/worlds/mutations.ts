import type { Seat, Viewer } from '@tablier/core';
import type { findGame } from '@tablier/games';
import { type decide, type evolve, type MatchState, type project, type projectPast, recordOf } from '@tablier/match';
import type { TableView } from '@tablier/protocol';
import type { Store } from '@tablier/store';
import { type Mutation, mutation, withExtra } from '@tablier/testkit/mutation';
import type { FastifyInstance } from 'fastify';
import { GAME_MUTATIONS } from './secret-games.ts';

/*
 * The packages export no internals, so what a mutation uses of the server is written down here. If a module or its export is renamed, the
 * mutation fails by name.
 */

/** What mutations read of the state of a table. */
interface TableState {
  readonly match: MatchState | null;
  readonly nonce: string | null;
}
type TableViewOf = (state: TableState, you: Seat | null, invited?: Seat | null) => TableView;
type ViewerOf = (you: Seat | null) => Viewer;

const TABLE_VIEW = 'packages/server/src/tables/views/table-view.ts';
const PROJECT = { module: 'packages/match/src/project.ts', target: 'project' };
const DECIDE = { module: 'packages/match/src/decide.ts', target: 'decide' };
const VIEWERS = 'packages/server/src/tables/views/table-view.ts';

type Project = typeof project;
type Decide = typeof decide;

/** Leaks that other platforms had, and further ones, in the code that all games share. */
const SHARED_MUTATIONS: readonly Mutation[] = [
  mutation<Project>('the initial state is sent whole', /^socket/, PROJECT, (original) => (state, viewer) => ({
    ...original(state, viewer),
    record: recordOf(state),
  })),
  mutation<Project>('the undo stack is sent', /^socket/, PROJECT, (original) => (state, viewer) => {
    const undo = state.moves.map((made) => ({ ...made, setup: state.setup }));
    return withExtra(original(state, viewer), { undo });
  }),
  mutation<TableViewOf>(
    'the API adds the setup to a view with legal moves',
    /^GET \/api\/v1\/tables\//,
    { module: TABLE_VIEW, target: 'playableView' },
    (original) => (state, you, invited) => withExtra(original(state, you, invited), { setup: state.match?.setup }),
  ),
  mutation<ViewerOf>(
    'a viewer without a seat sees every seat, even a player in a second tab',
    /^socket/,
    { module: VIEWERS, target: 'tableViewer' },
    () => (you) => you ?? 'open',
  ),
  mutation<Project>(
    'the list of moves is whole where only the last is shown',
    /^socket/,
    PROJECT,
    (original) => (state, viewer) => ({
      ...original(state, viewer),
      moves: state.moves.map(({ shown }) => shown),
    }),
  ),
  mutation<typeof projectPast>(
    'who looks back sees the earlier positions open',
    /^GET \/api\/tables\/:table\/past/,
    { module: PROJECT.module, target: 'projectPast' },
    (original) => (state, _viewer, until) => original(state, 'open', until),
  ),
  mutation<typeof evolve>(
    'a move says what its animation carries along',
    /^socket/,
    { module: 'packages/match/src/evolve.ts', target: 'evolve' },
    (original) => (state, event) => {
      const after = original(state, event);
      const last = after.moves.at(-1);
      if (event.kind !== 'moved' || last === undefined) return after;
      const carries = after.game.peeks?.look(after.position, last.shown.text.slice(-2));
      return { ...after, moves: [...after.moves.slice(0, -1), { ...last, shown: withExtra(last.shown, { carries }) }] };
    },
  ),
  mutation<typeof findGame>(
    'bots are given more than their seat knows',
    /^questions to bots/,
    { module: 'packages/games/src/index.ts', target: 'findGame' },
    (original) => (id, rules) => {
      const game = original(id, rules);
      if (game === undefined) return game;
      return { ...game, secrets: { ...game.secrets, knowledge: (position) => game.view(position, 'open') } };
    },
  ),
  mutation<Decide>('what revealed something can be taken back', /^undo/, DECIDE, (original) => (state, command) => {
    if (command.kind !== 'take-back') return original(state, command);
    const moves = state.moves.map((move) => ({ ...move, revealed: false }));
    return original({ ...state, moves, peeks: [] }, command);
  }),
  mutation<RoomClass>(
    'the log of the server contains events',
    /^log/,
    { module: 'packages/server/src/tables/room.ts', target: 'Room' },
    (original) =>
      class extends original {
        constructor(loaded: unknown, chats: unknown, deps: RoomDeps) {
          super(loaded, chats, { ...deps, tableLog: loggingAppends(deps) });
        }
      },
  ),
  mutation<SubscriptionClass>(
    'a shared screen is sent the seat of its player',
    // It is then counted as that player, so the spectator that the proof waits for never comes.
    /^(progress|socket of the shared screen)/,
    { module: 'packages/server/src/tables/watching/subscribers.ts', target: 'Subscription' },
    (original) =>
      class extends original {
        constructor(room: unknown, outlet: unknown, state: object, onFailure: unknown) {
          super(room, outlet, { ...state, isSpectator: false }, onFailure);
        }
      },
  ),
  mutation<() => boolean>(
    'who offers to play moves is sent the deal and the moves, whatever is hidden',
    // The clients of the proof play no moves: the answer to a command that comes with one is missing.
    /^(progress|socket)/,
    { module: VIEWERS, target: 'isOpenTable' },
    () => () => true,
  ),
  mutation<ViewerOf>(
    'the lobby shows an open table',
    /^socket of (Eve|anonymous)/,
    { module: VIEWERS, target: 'lobbyViewer' },
    () => () => 'open',
  ),
  mutation<LobbyClass>(
    'who only looks at the lobby is sent the setups',
    /^GET \/api\/lobby/,
    { module: 'packages/server/src/matchmaking/lobby.ts', target: 'Lobby' },
    (original) =>
      class extends original {
        readonly setups = new Map<string, unknown>();

        override show(state: ListedTable, isHostHere: () => boolean): void {
          this.setups.set(state.id, state.match?.setup);
          super.show(state, isHostHere);
        }

        override look(): { readonly changed: readonly Listed[] } {
          const update = super.look();
          const changed = update.changed.map((table) => withExtra(table, { setup: this.setups.get(table.id) }));
          return { ...update, changed };
        }
      },
  ),
  mutation<ViewerOf>(
    "the list of a player's own tables shows them open",
    /^GET \/api\/v1\/me\/tables/,
    { module: VIEWERS, target: 'ownTablesViewer' },
    () => () => 'open',
  ),
  mutation<PersonalDataClass>(
    'an export during play contains what all may see in the end',
    /^GET \/api\/me\/export/,
    { module: 'packages/server/src/privacy/personal-data.ts', target: 'PersonalData' },
    (original) =>
      class extends original {
        readonly rooms: Rooms;

        constructor(store: unknown, rooms: Rooms, now: () => number) {
          super(store, rooms, now);
          this.rooms = rooms;
        }

        override async view(table: string, person: string): Promise<unknown> {
          const state = await this.rooms.stateOf(table);
          return [await super.view(table, person), state?.match?.setup];
        }
      },
  ),
  mutation<Decide>('a refusal says why', /^socket/, DECIDE, (original) => (state, command) => {
    const decided = original(state, command);
    if (decided.ok || decided.error.name !== 'illegal-move') return decided;
    return { ...decided, error: { ...decided.error, detail: JSON.stringify(state.setup.deal) } };
  }),
  mutation<AddMailPages>(
    'a new route gives events away',
    /^GET \/api\/side-door/,
    { module: 'packages/server/src/notifications/mail-links.ts', target: 'addMailPages' },
    (original) => (app, deps) => {
      original(app, deps);
      app.get<{ Params: { id: string } }>('/api/side-door/:id', ({ params }) => deps.store.read(params.id, 1));
    },
  ),
  mutation<TableViewOf>(
    'the nonce is sent before the end',
    /^socket/,
    { module: TABLE_VIEW, target: 'tableView' },
    (original) =>
      (state, ...viewer) => {
        const view = original(state, ...viewer);
        return { ...view, shuffle: view.shuffle && { ...view.shuffle, nonce: state.nonce } };
      },
  ),
];

interface Listed {
  readonly id: string;
}
type ListedTable = TableState & Listed;
type LobbyClass = new (deps: unknown) => {
  show(state: ListedTable, isHostHere: () => boolean): void;
  look(): { readonly changed: readonly Listed[] };
};

type SubscriptionClass = new (room: unknown, outlet: unknown, state: object, onFailure: unknown) => object;

interface TableLog {
  append(state: unknown, event: unknown, command: unknown): Promise<unknown>;
}
interface RoomDeps {
  readonly tableLog: TableLog;
  readonly log: { info(data: object, message: string): void };
}
type RoomClass = new (loaded: unknown, chats: unknown, deps: RoomDeps) => object;

/** The log of tables, which writes each stored event into the log of the server. */
const loggingAppends = ({ tableLog, log }: RoomDeps): TableLog =>
  new Proxy(tableLog, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key, target);
      if (key !== 'append') return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      return async (state: unknown, event: unknown, command: unknown) => {
        const appended = await target.append(state, event, command);
        log.info({ event }, 'stored');
        return appended;
      };
    },
  });

interface Rooms {
  stateOf(table: string): Promise<TableState | null>;
}
type PersonalDataClass = new (
  store: unknown,
  rooms: Rooms,
  now: () => number,
) => { view(table: string, person: string): Promise<unknown> };

type AddMailPages = (app: FastifyInstance, deps: { readonly store: Store }) => void;

/** Every mutation: those of the shared code, then those of each game that hides information. */
export const MUTATIONS: readonly Mutation[] = [...SHARED_MUTATIONS, ...GAME_MUTATIONS];
