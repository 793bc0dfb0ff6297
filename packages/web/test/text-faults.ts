/** A text, or texts by plural forms and values of inputs, as the message files hold them. */
type Message = unknown;
export type Messages = ReadonlyMap<string, Message>;

/** What a check of the texts needs to know. */
export interface Texts {
  /** The catalogue that the others translate. */
  readonly base: Messages;
  readonly language: string;
  readonly messages: Messages;
  /** Texts that are the same in English and in this language, by key. */
  readonly cognates: readonly string[];
}

/** The texts of a message by their case: `''` for a message of one text. */
function casesOf(message: Message): ReadonlyMap<string, string> {
  if (typeof message === 'string') return new Map([['', message]]);
  const [{ match }] = message as [{ match: Readonly<Record<string, string>> }];
  return new Map(Object.entries(match));
}

/** All texts of a message. */
export const textsOf = (message: Message): string[] => [...casesOf(message).values()];

/** Keys that one of two languages lacks, and forms of a message that it lacks. */
export function missingTexts({ base, messages }: Texts): string[] {
  const keys = new Set([...base.keys(), ...messages.keys()]);
  return [...keys].filter((key) => {
    const forms = [base, messages].map((each) => [...casesOf(each.get(key) ?? '').keys()].toSorted().join());
    return !base.has(key) || !messages.has(key) || forms[0] !== forms[1];
  });
}

/** Keys whose text is that of English, and cognates that are not. Texts without a word, such as `{a}: {b}`, are the same everywhere. */
export function untranslatedTexts({ base, messages, cognates }: Texts): string[] {
  const same = [...messages].flatMap(([key, message]) => {
    const english = casesOf(base.get(key) ?? '');
    const isSame = [...casesOf(message)].some(([form, text]) => hasWord(text) && english.get(form) === text);
    return isSame ? [key] : [];
  });
  return [
    ...same.filter((key) => !cognates.includes(key)),
    ...cognates.filter((key) => !same.includes(key)).map((key) => `${key} is no cognate`),
  ];
}

/** Words that no text uses again: another word says the same thing everywhere, or they mean something else. */
const RETIRED: Readonly<Record<string, RegExp>> = {
  en: /colourless|liberat|takebacks|get up\b|pieces back|it home|bring home|brings home|\bcaptures? (?:a|any|red|crosses)\b|(?:win|loss|draw), proven|is proven|move (?:before|after)\b/gi,
  fr: /croix neutre|la neutre\b|rangée du fond|terrain entouré|(?:la|une|sa) donne\b|\} a pris\b|à premier\b|et libérer\.|choisissez (?:plutôt )?(?:arrêter|libérer|suivre)\b|rechercher des parties|c’est prouvé|(?:victoire|défaite|nulle) prouvée|pour la prendre|l’organisation /gi,
  de: /freien? schlag|(?:der|dieser|jedem|nächste) schlag\b|schläge\b|(?:sieg|niederlage|remis), bewiesen|\bwähle (?:lieber )?(?:schieben|befreien|aufhören|folgen)\b|freier schlag|(?:bist du|du bist) (?:nicht mehr )?voll|letzten? reihe|ferne reihe|äußeren? stein|äußerer stein|so lange du|irgendwer|bestellt hast|jemand anderes|bitte versuch/gi,
  nl: /vrije slag|(?:ben je|je bent) (?:niet meer )?vol\b|laatste rij|verre rij|staande ste|partij(?:en)? om rating|partij(?:en)? voor de rating|stoel(?:en)?\b|opstaan|afslaan|afgeslagen|\bstaand\b|melding versturen|account bewaren|(?:winst|verlies|remise), bewezen|\bkies (?:liever )?(?:schuiven|bevrijden|stoppen|volgen)\b/gi,
};

/** Retired words in a text of a language. */
export const retiredWords = (language: string, text: string): string[] => text.match(RETIRED[language] ?? /$^/g) ?? [];

const hasWord = (text: string): boolean => /\p{L}/u.test(text.replaceAll(/\{\w+\}/g, ''));

/** So many characters a text may have where room is tight on a phone: links of the header, and buttons next to the board. */
const TIGHT = [
  { keys: /^(nav_(play|lobby|watch)|home_learn|puzzles_title)$/, most: 10 },
  {
    keys: /^(board_turn_short|arcanor_(slide|open|peek)|masker_(stop|undo|secret_short)|isaac_advance_title)$/,
    most: 12,
  },
  { keys: /^masker_ledge$/, most: 16 },
  // One line of a phone, before the hint.
  { keys: /^table_goal_\w+$/, most: 100 },
  { keys: /^(level_\d|seat_\w+|online_chair_open|lobby_taken)$/, most: 11 },
] as const;
/** Longer words do not fit: four buttons of the lobby share the width of a phone, other texts have all of it. Not every browser hyphenates. */
const longestWord = (key: string): number => (key.startsWith('lobby_pace_') ? 8 : 26);
/** Buttons and headings of one short word in English, which have a line of their own. */
const ROOMY = /^(?:moderation_(?:mute|chat|ban)|mute|unmute|unmute_name)$/;
/** How much longer than English a translation may be (IBM’s guideline): up to so many characters, by this factor. */
const GROWTH = [
  [10, 3],
  [20, 2],
  [30, 1.8],
  [50, 1.6],
  [70, 1.7],
  [Number.POSITIVE_INFINITY, 1.5],
] as const;

/** Texts that have no room, each with the reason. */
export function overflowingTexts({ base, messages }: Texts): string[] {
  return [...messages].flatMap(([key, message]) => {
    const english = casesOf(base.get(key) ?? message);
    return [...casesOf(message)].flatMap(([form, text]) => {
      const reason = tooLong(key, text, english.get(form) ?? text);
      return reason === null ? [] : [`${key}: ${reason}`];
    });
  });
}

function tooLong(key: string, text: string, english: string): string | null {
  const most = TIGHT.find(({ keys }) => keys.test(key))?.most ?? Number.POSITIVE_INFINITY;
  if (text.length > most) return `${text.length} characters, at most ${most}`;
  const word = text.split(/[\s\u00ad-]+/).find((each) => !each.includes('{') && each.length > longestWord(key));
  if (word !== undefined) return `“${word}” is too long a word`;
  if (ROOMY.test(key)) return null;
  const factor = GROWTH.find(([length]) => english.length <= length)?.[1] ?? 1;
  return text.length > english.length * factor ? `${text.length} characters for ${english.length} in English` : null;
}

/** How keys begin that are put together while the page runs; what follows is a game, or a name that the sources hold. */
const FAMILIES =
  /^(?:analysis_label|study_state|position_fault|knows|does|type|level|seat|you|token|notify|archive|notation|reason|contact|error|moderation(?:_reason)?|tournament(?:_(?:kind|help|error))?|account_error|club(?:_error)?|online_error|online_table|lobby_pace|theme|boards|gauge|found_by|queued|rival|puzzle_(?:goal|theme|costs)|clock_(?:system|help|field|says)|(?:game|table_goal|home_line|option|preset|setup|turn|turnyou|turnbot|pass|end)(?:_(?:GAMES))?)_?/;

/** Keys that no source names, neither whole nor by its parts. `words`: all words of the sources. `games`: ids. */
export function unusedKeys(
  keys: Iterable<string>,
  { words, games }: { readonly words: ReadonlySet<string>; readonly games: readonly string[] },
): string[] {
  const family = new RegExp(FAMILIES.source.replace('GAMES', games.join('|')));
  const isNamed = (name: string): boolean => name === '' || words.has(name) || words.has(name.replaceAll('_', '-'));
  // `option_nasca_rounds_2`: every part is a name of its own.
  const isBuilt = (rest: string): boolean =>
    isNamed(rest) ||
    [...rest.matchAll(/_/g)].some(({ index }) => isNamed(rest.slice(0, index)) && isBuilt(rest.slice(index + 1)));
  /** The sentence of a coach about a past turn, or a move of the person. */
  const past = (key: string): readonly string[] => [
    key.replace(/^(?:moment|own)_/, 'coach_'),
    key.replace(/^moment_(\w+)_(?:self|you|other)$/, 'coach_$1'),
  ];
  const isWhole = (key: string): boolean => [key, ...past(key)].some((each) => words.has(each));
  return [...keys].filter((key) => !isWhole(key) && !(family.test(key) && isBuilt(key.replace(family, ''))));
}
