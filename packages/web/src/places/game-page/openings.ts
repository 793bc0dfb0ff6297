import { canonicalJson, type Game, type Opening, type Openings, type Options, positionAfter } from '@tablier/core';
import type { Scene } from '../../board/scene/scene.ts';
import { pictureOf } from '../../games/picture-of.ts';

/** The games of bots that were counted before, one file for each game: `lab/strength/openings.ts` writes them. */
const FILES = import.meta.glob<Openings>('../../../../games/src/*/openings.json', { import: 'default' });

const NOTHING: Openings = { games: 0, openings: [] };

/** Rejects if the server cannot be reached. */
export const loadBotOpenings = async (gameId: string): Promise<Openings> =>
  (await FILES[`../../../../games/src/${gameId}/openings.json`]?.()) ?? NOTHING;

type Counts = Pick<Opening, 'games' | 'firstWins'>;

/** A first turn in the games on this server and in those of bots. */
interface FirstTurn extends Pick<Opening, 'move' | 'places'> {
  readonly here: Counts;
  readonly bots: Counts;
}

interface SetupOpenings {
  readonly options: Options;
  /** The last one is of no moves if it is all others together. */
  readonly turns: readonly FirstTurn[];
}

const NEVER: Counts = { games: 0, firstWins: 0 };
/** The most first turns of a way to set up a game. One that was played once says nothing. */
const MAX_TURNS = 8;

const sumOf = (all: readonly Counts[]): Counts =>
  all.reduce((sum, each) => ({ games: sum.games + each.games, firstWins: sum.firstWins + each.firstWins }), NEVER);

/** The first turns of both by the ways to set up the game, the most played ones first. */
export function bySetup(here: Openings, bots: Openings): readonly SetupOpenings[] {
  const setups = new Map<string, { readonly options: Options; readonly turns: Map<string, FirstTurn> }>();
  const add = (opening: Opening, where: 'here' | 'bots'): void => {
    const { options, move, places, games, firstWins } = opening;
    const key = canonicalJson(options);
    const setup = setups.get(key) ?? { options, turns: new Map<string, FirstTurn>() };
    const turn = setup.turns.get(move ?? `${places}`) ?? { move, places, here: NEVER, bots: NEVER };
    setup.turns.set(move ?? `${places}`, { ...turn, [where]: { games, firstWins } });
    setups.set(key, setup);
  };
  for (const opening of here.openings) add(opening, 'here');
  for (const opening of bots.openings) add(opening, 'bots');
  const all = [...setups.values()].map(({ options, turns: found }) => {
    const sorted = [...found.values()].toSorted(
      (one, other) => other.here.games - one.here.games || other.bots.games - one.bots.games,
    );
    const turns = sorted.filter((turn) => turn.here.games + turn.bots.games > 1).slice(0, MAX_TURNS);
    const rest = sorted.filter((turn) => !turns.includes(turn));
    const [own, theirs] = [sumOf(rest.map((turn) => turn.here)), sumOf(rest.map((turn) => turn.bots))];
    const others = rest.length === 0 ? [] : [{ move: null, places: 0, here: own, bots: theirs }];
    return { options, turns: [...turns, ...others] };
  });
  // Where every game begins from another landscape, first turns cannot be told apart.
  return all.filter(({ turns }) => turns.length > 1 || turns[0]?.move !== null);
}

/** The board after a first move; `null` where it began from a deal. The rules and the board must be loaded. */
export function sceneAfter(game: Game, { options, turns }: SetupOpenings): Scene | null {
  const move = game.parseMove(turns[0]?.move ?? '');
  if (move === null) return null;
  const position = positionAfter(game, { options, players: 2, deal: null }, [move]);
  return pictureOf(game, game.view(position, 'spectator'), { lastMoves: [move] });
}
