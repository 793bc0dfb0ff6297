import type { Options } from '@tablier/core';

/** A picture of the rules: a position that the rules replay, so it cannot become outdated, and its marks, in the notation of the game. */
export interface Figure {
  /** The name of the position of the guide from which `moves` continue. */
  readonly from?: string;
  /** Moves, separated by spaces. */
  readonly moves?: string;
  /** A move that is shown as the player sees it before they make it: what it counts or changes. */
  readonly shows?: string;
  /** Whether the legal moves are marked. */
  readonly legal?: boolean;
  /** The only cells that are shown, from the lower left to the upper right; absent: the whole board. */
  readonly crop?: string;
  readonly last?: number;
  /** Cells, or spans of cells such as `00-02`, that count. */
  readonly lit?: readonly string[];
  /** Cells or spans that are not allowed. */
  readonly barred?: readonly string[];
  /** Short texts on cells. */
  readonly chips?: Readonly<Record<string, string>>;
  readonly toggled?: readonly string[];
  readonly claims?: Claims;
}

/** The claims of a figure, for the tests, which check each against the rules. Arrays are by seat. */
export interface Claims {
  readonly legal?: readonly string[];
  readonly illegal?: readonly string[];
  /** The number of legal moves, without stopping. */
  readonly moves?: number;
  readonly worth?: number;
  readonly factors?: readonly number[];
  /** The points of both seats. */
  readonly points?: readonly number[];
  /** The points of the first seat alone. */
  readonly dark?: number;
  /** The enclosed cells of both seats. */
  readonly ground?: readonly number[];
  readonly level?: number;
  /** How many pieces of the colours are in play. */
  readonly inPlay?: Readonly<Record<string, number>>;
  readonly winner?: number;
}

/** A picture that a button shows. Its words are a label and what it says. */
export interface Example extends Figure {
  readonly id: string;
}

/** One rule for players: a picture, a title, a short text. */
export interface Card {
  readonly id: string;
  /** The number of the rule in the numbered rules. */
  readonly rule: string;
  readonly figure?: Figure;
  /** Pictures to choose from, in place of one. */
  readonly examples?: readonly Example[];
}

/** Named positions for the figures. */
interface GuidePosition {
  readonly options?: Options;
  readonly deal?: unknown;
  /** Moves, separated by spaces. */
  readonly moves?: string;
}

/** The rules of a game for players, without words: `games/src/<game>/guide.json`. */
export interface Guide {
  /** By name. `start` is where a figure without `from` begins. */
  readonly positions: Readonly<Record<string, GuidePosition>>;
  readonly sections: readonly { readonly id: string; readonly cards: readonly Card[] }[];
}

export interface CardWords {
  readonly title: string;
  readonly text: string;
  readonly examples?: Readonly<Record<string, ExampleWords>>;
}

interface ExampleWords {
  /** On the button. */
  readonly label: string;
  /** What the picture shows, with the sum. */
  readonly says: string;
}

/** The words of a guide in one language: `guide.<language>.json`. */
export interface GuideWords {
  /** The game in three sentences, for its page. */
  readonly about: string;
  /** The course of the game, in two sentences above the rules. */
  readonly lead: string;
  readonly sections: Readonly<Record<string, string>>;
  readonly cards: Readonly<Record<string, CardWords>>;
  readonly variants: { readonly title: string; readonly items: readonly string[] };
}

const GUIDES = import.meta.glob<Guide>('../../../../games/src/*/guide.json', { import: 'default' });
const WORDS = import.meta.glob<GuideWords>('../../../../games/src/*/guide.*.json', { import: 'default' });

const pathOf = (gameId: string, name: string): string => `../../../../games/src/${gameId}/${name}.json`;

/** Whether a game has rules for players. */
export const hasGuide = (gameId: string): boolean => Object.hasOwn(GUIDES, pathOf(gameId, 'guide'));

/** Loads the words of a game in one language. Rejects if there are none, or the server cannot be reached. */
export async function loadGuideWords(gameId: string, language: string): Promise<GuideWords> {
  const words = await WORDS[pathOf(gameId, `guide.${language}`)]?.();
  if (words === undefined) throw new Error(`the rules of ${gameId} for players have no words in ${language}`);
  return words;
}

/** Loads the rules for players in one language. Rejects if there are none, or the server cannot be reached. */
export async function loadGuide(
  gameId: string,
  language: string,
): Promise<{ readonly guide: Guide; readonly words: GuideWords }> {
  const guide = await GUIDES[pathOf(gameId, 'guide')]?.();
  if (guide === undefined) throw new Error(`${gameId} has no rules for players`);
  return { guide, words: await loadGuideWords(gameId, language) };
}
