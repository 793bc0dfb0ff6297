import type { Move, Seat, View } from '@tablier/core';
import type { PositionText, PositionWords } from '@tablier/games/telling';
import type { BoardState } from '../board/board-module.ts';

/** What a game adds to the commands of a table: `<game>/commands.ts` exports it as `commands`. */
export interface GameCommands<V extends View = View, H = unknown> {
  /** Whether a piece of this seat is on a target of the board. */
  owns(state: BoardState<V, H>, target: string, seat: Seat): boolean;
  /** Why a move that the notation can write is not among the choices, in words; `null` if nothing is known. */
  whyNot(state: BoardState<V, H>, move: Move): string | null;
  /** A question before a move that cannot be undone; `null` for most moves. Absent: there are none. */
  doubt?(state: BoardState<V, H>, move: Move): string | null;
  /** The view with what both players know without having seen it. Absent: the view itself. */
  known?(state: BoardState<V, H>): V;
}

export interface SpokenGame {
  readonly text: PositionText;
  readonly words: PositionWords;
  readonly commands: GameCommands;
}

const TEXTS = import.meta.glob<PositionText>('../../../games/src/*/position-text.ts', { import: 'positionText' });
const WORDS = import.meta.glob<PositionWords>('../../../games/src/*/position.*.json', { import: 'default' });
const COMMANDS = import.meta.glob<GameCommands>('./*/commands.ts', { import: 'commands' });

const fileOf = (game: string, name: string): string => `../../../games/src/${game}/${name}`;

/** Loads a game in words, in one language; `null` for a game without them. Rejects if the server cannot be reached. */
export async function loadSpokenGame(game: string, language: string): Promise<SpokenGame | null> {
  const [text, shared, own, commands] = await Promise.all([
    TEXTS[fileOf(game, 'position-text.ts')]?.(),
    WORDS[fileOf('shared', `position.${language}.json`)]?.(),
    WORDS[fileOf(game, `position.${language}.json`)]?.(),
    COMMANDS[`./${game}/commands.ts`]?.(),
  ]);
  if (text === undefined || commands === undefined) return null;
  return { text, words: { ...shared, ...own }, commands };
}
