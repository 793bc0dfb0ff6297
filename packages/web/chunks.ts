import type { Rolldown } from 'vite';

/** A file of a game that comes with its rules and board. Lessons, texts and Markdown are files of their own. */
const OF_GAME =
  /\/(?:packages\/games\/src|web\/src\/games)\/([a-z][a-z0-9-]*)\/(?!about|first-game|lesson|text\.|position-(?:text|notation)|commands|words|rules|facts)[^?]*\.(?:ts|svelte)(?:$|\?)/;
const SHARED = 'shared';

/** The id of the game that a module belongs to; `null` for all others. */
const gameOf = (id: string): string | null => {
  const game = OF_GAME.exec(id)?.[1];
  return game === undefined || game === SHARED ? null : game;
};

/** In order of priority: a group includes the modules that it imports, so groups that others import come first. */
const GROUPS: readonly Rolldown.CodeSplittingGroup[] = [
  { name: 'first', tags: ['$initial'] },
  // Texts that are loaded on demand, and their values.
  { name: 'texts', test: /\/web\/src\/lib\/(?:words-loader|loaded-words)/ },
  // What nearly every page needs, with or without a board: the rules of matches, times, drawing, and small parts of several pages.
  {
    name: 'common',
    test: /\/packages\/(?:core\/(?!src\/study)|games\/src\/shared\/(?!position-notation))|\/web\/src\/(?:table\/guide\/guide\.ts|lib\/(?:lesson-progress|keep-focus)|board\/scene\/|design\/(?:Avatar|Choice|CoachSettings|[Cc]onfirm|CopyText)|board\/SeatMark|play\/boxes\/BoxPicture)/,
  },
  { name: 'match', test: /\/packages\/match\// },
  // Calls of workers, with those of the analysis, and the coach.
  {
    name: 'workers',
    test: /\/node_modules\/comlink\/|\/web\/src\/review\/(?:analysis\/game-analyst|moments\/deciding)|\/web\/src\/games\/coaches/,
  },
  // What two games share of their boards. Their rules come in the same files, and must not load the boards of the page.
  { name: 'bars', test: /\/web\/src\/board\/bars\.ts/ },
  // Boards that can be played on, with what small boards and lessons need of the table: games that replay themselves, sheets, and the layout.
  {
    name: 'board',
    test: /\/web\/src\/(?:board\/(?!scene\/|board3d\/|sound\/|Magnifier|SumBubble|TurnHandle)|games\/picture-of|review\/past\/retrace|table\/match-ui\/turns|design\/(?:Sheet|table[^/]*\.css))/,
  },
  { debugName: 'games', name: (id) => (gameOf(id) === null ? null : `game-${gameOf(id)}`) },
  {
    name: 'network',
    test: /\/(?:packages\/(?:protocol(?!\/src\/authorization)|client)|node_modules\/zod)\/|\/web\/src\/(?:lib\/connection\/(?:connection|ConnectionState)|play\/online\/time-controls)/,
  },
  // Lists of tables, which the lobby, the home page and the page of running games share.
  {
    name: 'lists',
    test: /\/web\/src\/play\/lobby\/(?:RunningGames|OwnTables|own-tables|Results|seek|SeekBar|NameDialog|NameField)/,
  },
  // What the page of an account shares with those that set a new password and let other sites in.
  {
    name: 'account',
    test: /\/web\/src\/(?:people\/account\/(?:account-|passkeys|words\.ts|ConfirmOwner|PasswordFields|SignIn)|lib\/connection\/attempt|design\/Refused)/,
  },
  // The code that starts a local game, which the set-up and the home page load once they are shown.
  {
    name: 'starter',
    test: /\/web\/src\/play\/local\/(?:local-play|worker-bot)/,
  },
  { name: 'guide', test: /\/web\/src\/table\/guide\/(?!guide\.ts)/ },
  // The words for moves and the way back through them are loaded on demand, together with the modules that pages without a table share.
  {
    name: 'table',
    test: /\/web\/src\/(?:table\/match-ui\/(?!table-extras|look-back|LookSteps|NotationHelp|CurtainUp|TableHelp|Result)|board\/sound)/,
  },
  // How a study begins, and the words of studies and positions.
  { name: 'study', test: /\/web\/src\/review\/study\/(?:words\.ts|begin-study|study-db)/ },
  // What the end of a game brings, at its table and in its analysis.
  {
    name: 'result',
    test: /\/web\/src\/(?:table\/match-ui\/Result|.*\/ShareGame|review\/past\/(?:ReviewBar|KeepGame))/,
  },
];

/**
 * Few files instead of one for each group of modules that the same pages use: on a slow network each file costs a round trip, and a browser loads
 * six at a time.
 */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: GROUPS.map((group, index) => ({ ...group, priority: GROUPS.length - index })),
};

/** In the frame and the element for other sites: one file for all boards, and one for each game. */
export const viewerSplitting: Rolldown.CodeSplittingOptions = {
  groups: [
    { name: 'board', tags: ['$initial'], priority: 3 },
    // Else the modules that games share would lie in the file of one game, which the others then load.
    { name: 'parts', test: (id) => gameOf(id) === null, minShareCount: 2, priority: 2 },
    { debugName: 'games', name: (id) => (gameOf(id) === null ? null : `game-${gameOf(id)}`), priority: 1 },
  ],
};
