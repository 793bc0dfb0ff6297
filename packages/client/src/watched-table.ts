import type { Away, ChatLine, ChatRoom, ProtocolError, ServerMessage, TableView } from '@tablier/protocol';
import type { Game } from '@tablier/core';

/** What a client knows about a table. */
export interface WatchedTable {
  /** The newest view; `null` before the first. */
  readonly view: TableView | null;
  readonly chat: Readonly<Record<ChatRoom, readonly ChatLine[]>>;
  readonly spectators: number;
  readonly here: readonly boolean[];
  readonly away: readonly (Away | null)[];
  /** Why the table cannot be shown. */
  readonly error: ProtocolError | null;
}

/** Before the first message about a table. */
export const UNKNOWN_TABLE: WatchedTable = {
  view: null,
  chat: { players: [], spectators: [] },
  spectators: 0,
  here: [],
  away: [],
  error: null,
};

export type Moved = ServerMessage & { readonly kind: 'moved' };

/** A view with the deal, from which the moves lead to the position. */
export interface PlayableView {
  readonly view: TableView;
  readonly deal: unknown;
}

/** The view after a move, as the server would build it. `null` if the move or the position after it is not that of the server. */
export function playedMove({ view, deal }: PlayableView, moved: Moved, game: Game): TableView | null {
  const { match, chairs, options } = view;
  const move = game.parseMove(moved.move);
  if (match === null || move === null || match.moves.length !== match.plies) return null;
  const position = game.start({ options, players: chairs.length, deal });
  for (const { text } of match.moves) position.play(game.parseMove(text) ?? 0);
  const { turn: seat, turnIndex } = position;
  position.play(move);
  if (position.digest?.() !== moved.digest) return null;
  const made = { ply: match.plies + 1, seat, turnIndex, text: moved.move, passed: [...position.passed] };
  const after = {
    ...match,
    version: match.version + 1,
    view: game.view(position, 'spectator'),
    moves: [...match.moves, made],
    plies: match.plies + 1,
    drawAgreed: match.drawAgreed.filter((agreed) => agreed === seat),
    takeBackAsked: null,
    clock: moved.clock,
  };
  return { ...view, version: moved.from + 1, match: after };
}
