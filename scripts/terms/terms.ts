/** A word or phrase that the repository no longer uses. */
export interface RetiredTerm {
  /** Matched as a whole word, ignoring case. */
  readonly pattern: string;
  /** What to write instead. */
  readonly instead: string;
}

export const RETIRED_TERMS: readonly RetiredTerm[] = [
  // Archaic English.
  { pattern: 'anew', instead: 'again' },
  { pattern: 'anybody', instead: 'anyone' },
  { pattern: 'beside', instead: 'besides, next to' },
  { pattern: 'borne', instead: 'tolerated, accepted' },
  { pattern: 'everybody', instead: 'everyone, all players' },
  { pattern: 'of (its|their) own accord', instead: 'automatically' },
  { pattern: 'nobody', instead: 'no one, no player' },
  { pattern: 'somebody', instead: 'a person, a player, a client' },
  { pattern: 'whoever', instead: 'anyone who, the person who' },
  { pattern: '(is|are|was|were) told', instead: 'is notified, is sent' },
  { pattern: 'after so long', instead: 'after this time' },
  { pattern: 'for so long', instead: 'for this long' },
  { pattern: 'at so many', instead: 'at every nth' },
  { pattern: 'who (is|was|has|had) (nobody|somebody|deleted|invited)', instead: 'the person who' },
  // Singular they.
  { pattern: 'he|him|his|himself', instead: 'they, them, their' },
  // The former private vocabulary (glossary in CONTRIBUTING.md).
  { pattern: 'deeds?', instead: 'command' },
  { pattern: 'doDeed', instead: 'runCommand' },
  { pattern: 'footprints?', instead: 'personal data' },
  { pattern: 'lookAfter|look(s|ed|ing)? after', instead: 'maintain, check, own' },
  { pattern: 'keepers?', instead: 'owner node' },
  { pattern: 'portions?', instead: 'batch' },
  { pattern: 'shel(f|ves)', instead: 'feed' },
  { pattern: 'ways? in', instead: 'credential' },
  { pattern: 'waysIn', instead: 'credentials' },
  { pattern: '([a-zA-Z]+_)?PATIENCE|patience', instead: 'a name for the timeout: LOCK_TIMEOUT_MS, HOST_TIMEOUT' },
  { pattern: 'duty|duties|dutyOf', instead: 'scheduled action' },
  { pattern: 'sieges?|besieg(e|es|ed)', instead: 'load run' },
  { pattern: '(this|the|a|whose) (WebSocket )?line (is|was) (broken|gone|dead|closed|open)', instead: 'connection' },
  { pattern: '([A-Z]+_)?MOST_[A-Z_]+', instead: 'MAX_: MAX_LINES' },
  {
    pattern: 'DeepPicture|NascaLay|drawAsides|besideIn',
    instead: 'BoardPicture, NascaBoardView, drawExtraCommands, neighboursIn',
  },
  { pattern: 'FarGame|FarTable|far games?', instead: 'OnlineGame, online game' },
];

/** A place where a retired term is correct. */
export interface Exception {
  /** The path of a file, or of a folder with a trailing slash. */
  readonly path: string;
  /** The retired term as it is found. */
  readonly term: string;
  readonly reason: string;
}
