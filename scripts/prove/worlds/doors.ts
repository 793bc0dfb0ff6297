/** A change of the sources: `find` is there exactly once. */
export interface Edit {
  readonly file: string;
  readonly find: string;
  readonly put: string;
}

/** A way by which hidden things have got out of other platforms, as a change that opens it here. */
export interface Door {
  readonly name: string;
  readonly edits: readonly Edit[];
  /** The channels of which one has to be named. */
  readonly channel: RegExp;
}

const door = (name: string, channel: RegExp, ...edits: readonly Edit[]): Door => ({ name, channel, edits });
const edit = (file: string, find: string, put: string): Edit => ({ file: `packages/${file}`, find, put });

const PROJECT = 'match/src/project.ts';
const TABLE_VIEW = 'server/src/tables/table-view.ts';

/** The nine side doors that leaks of other platforms came through, in the order in which they are counted, and further ones of our own. */
export const DOORS: readonly Door[] = [
  door(
    'the initial state is sent whole',
    /^socket/,
    edit(PROJECT, 'record: revealed ? recordOf(state) : null,', 'record: recordOf(state),'),
  ),
  door(
    'the undo stack is sent',
    /^socket/,
    edit(
      PROJECT,
      'takeBackFrom: earliestTakeBack(state),',
      'takeBackFrom: earliestTakeBack(state), undo: moves.map((made) => ({ ...made, setup: state.setup })),',
    ),
  ),
  door(
    'who has no seat sees all of them, a player in a second tab too',
    /^socket/,
    edit(TABLE_VIEW, "Viewer => you ?? 'spectator';", "Viewer => you ?? 'open';"),
  ),
  door(
    'the list of moves is whole where the last is shown only',
    /^socket/,
    edit(PROJECT, 'const shownFrom = revealed ||', 'const shownFrom = state.version >= 0 || revealed ||'),
  ),
  door(
    'a counter is derived from what is hidden',
    /^socket/,
    edit(
      'games/src/masker/view.ts',
      'loose: pile % 3,',
      'loose: pile % 3, left: position.left[position.owners.indexOf(sideOf(position.players, seat))],',
    ),
  ),
  door(
    'legal moves are listed from the position',
    /^socket/,
    edit(
      'games/src/arcanor/view.ts',
      'quiet: position.quiet,',
      'quiet: position.quiet, hints: ((into) => Array.from(into.subarray(0, position.legalMoves(into))))(new Uint16Array(400)),',
    ),
  ),
  door(
    'a move says what its animation carries along',
    /^socket/,
    edit(
      'match/src/evolve.ts',
      'text: game.formatMove(move), passed };',
      'text: game.formatMove(move), passed, carries: game.peeks?.look(position, game.formatMove(move).slice(-2)) };',
    ),
  ),
  door(
    'bots are given more than their seat knows',
    /^questions to bots/,
    edit(
      'server/src/tables/room.ts',
      'knowledge: game.knowledge(position, seat)',
      "knowledge: game.view(position, 'open')",
    ),
  ),
  door(
    'what revealed something can be taken back',
    /^undo/,
    edit('match/src/decide.ts', "if (hasRevealedSince(state, to)) return refuse('already-revealed');", ''),
  ),
  door(
    'the log of the server tells events',
    /^log/,
    edit(
      'server/src/tables/room.ts',
      'const result = await this.#parts.tableLog.append(this.state, event, command);',
      "const result = await this.#parts.tableLog.append(this.state, event, command); this.#parts.log.info({ event }, 'kept');",
    ),
  ),
  door(
    'the lobby shows an open table',
    /^socket of (Eve|nobody)/,
    edit(TABLE_VIEW, "summaryFor(state, 'spectator');", "summaryFor(state, 'open');"),
  ),
  door(
    "the list of one's own tables shows them open",
    /^GET \/api\/me\/tables/,
    edit(TABLE_VIEW, 'summaryFor(state, you);', "summaryFor(state, 'open');"),
  ),
  door(
    'an export during play holds what all may see in the end',
    /^GET \/api\/me\/export/,
    edit(
      'server/src/privacy/personal-data.ts',
      ': tableView(state, seat);',
      ': [tableView(state, seat), state.match?.setup];',
    ),
  ),
  door(
    'a refusal tells why',
    /^socket/,
    edit(
      'match/src/decide.ts',
      "peek === null ? refuse('illegal-move', text)",
      "peek === null ? refuse('illegal-move', JSON.stringify(state.setup.deal))",
    ),
  ),
  door(
    'a new route gives events away',
    /^GET \/api\/side-door/,
    edit(
      'server/src/archive/archive-api.ts',
      'addArchive(app, store, parts);\n}',
      "addArchive(app, store, parts);\n  app.get('/api/side-door/:id', async (request) => store.read((request.params as { id: string }).id, 1));\n}",
    ),
  ),
  door(
    'the nonce is told before the end',
    /^socket/,
    edit(TABLE_VIEW, "nonce: phaseOf(state) === 'over' ? state.nonce : null", 'nonce: state.nonce'),
  ),
];
