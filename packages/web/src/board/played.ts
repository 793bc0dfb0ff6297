/** A turn in words: the key of a text in `match-ui/words`, and its inputs besides the player, `who`. */
export interface Played {
  readonly key:
    | 'played_lays'
    | 'played_takes'
    | 'played_slides'
    | 'played_frees'
    | 'played_captures'
    | 'played_crosses';
  readonly inputs: Readonly<Record<string, string | number>>;
}
