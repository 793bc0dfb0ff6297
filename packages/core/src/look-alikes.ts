/**
 * Letters that look like a Latin letter or a digit, each followed by it. From `confusables.txt` of Unicode Technical Standard #39,
 * "Unicode Security Mechanisms"; only single letters that look alike in common typefaces. Full-width and mathematical letters are
 * missing because NFKD replaces them.
 */
const PAIRS = [
  // Cyrillic, including small letters that look like small capitals, since names are compared without case.
  'Аa аa Вb вb Ьb ьb Сc сc Ԁd ԁd Еe еe Ԍg ԍg Нh нh Һh һh Іi іi Ӏl ӏl Јj јj Кk кk Мm мm Оo оo Рp рp Ԛq ԛq Гr гr Ѕs ѕs Тt тt Ѵv ѵv Ԝw ԝw Хx хx Уy уy Үy үy З3 з3',
  // Greek, in which a capital and its small letter may look like different Latin letters.
  'Αa αa Βb Ϲc ϲc Εe εe Ηh ηn Ιi ιi Κk κk Μm Νn νv Οo οo σo Ρp ρp Τt τt Υy υu Χx χx γy Ζz',
  // Armenian.
  'օo ոn սu հh ցg զq Տs Լl',
  // Latin beyond ASCII.
  'ɑa ɡg ıi ɩi ǀl ʏy ᴠv ᴡw ᴢz ᴏo',
  // Punctuation.
  "‐- ‑- ‒- –- —- −- ’' ‘' ʼ' ′' `'",
];
const LATIN = new Map(
  PAIRS.join(' ')
    .split(' ')
    .map((pair) => [pair.slice(0, -1), pair.slice(-1)]),
);

/** Invisible characters, and marks that may be on a letter of any script. Vowel signs of a script are kept. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|\u2800|(?=\p{M})\p{Script=Inherited}/gu;

const plain = (name: string): string => name.normalize('NFKD').replaceAll(UNSEEN, '');

/** The name without case, with one form each for i, l and 1, for o and 0, and for rn and m, which look alike in some typefaces. */
const folded = (name: string): string =>
  name.toLowerCase().replaceAll(/[i1|]/g, 'l').replaceAll('0', 'o').replaceAll('rn', 'm').replaceAll('vv', 'w');

const inLatin = (name: string): string => Array.from(name, (character) => LATIN.get(character) ?? character).join('');

/** The skeletons of a name, in its script and in Latin letters: two names with a common one can be confused. */
export function looksOf(name: string): readonly string[] {
  const own = folded(plain(name));
  // Before and after NFKD, which replaces some listed letters, and replaces others by listed ones.
  const latin = folded(inLatin(plain(inLatin(name))));
  return own === latin ? [own] : [own, latin];
}

/** The one skeleton by which names are kept unique: that in Latin letters. */
export const lookOf = (name: string): string => looksOf(name).at(-1) ?? '';

export function looksAlike(one: string, other: string): boolean {
  const looks = looksOf(other);
  return looksOf(one).some((look) => looks.includes(look));
}
