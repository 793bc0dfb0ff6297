/**
 * Letters of other scripts that look like a Latin letter or a digit, each with it. From `confusables.txt` of Unicode Technical
 * Standard #39, "Unicode Security Mechanisms"; only whole letters that are alike in common typefaces. Full-width and
 * mathematical letters are not here: NFKD makes them plain.
 */
const PAIRS = [
  // Cyrillic; the small letters that look like small capitals too, as names are compared without regard to case.
  'Аa аa Вb вb Ьb ьb Сc сc Ԁd ԁd Еe еe Ԍg ԍg Нh нh Һh һh Іi іi Ӏl ӏl Јj јj Кk кk Мm мm Оo оo Рp рp Ԛq ԛq Гr гr Ѕs ѕs Тt тt Ѵv ѵv Ԝw ԝw Хx хx Уy уy Үy үy З3 з3',
  // Greek, where capital and small letter may look like different letters.
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

/** What is not seen: invisible characters, and marks that a letter of any script may carry. Vowel signs of a script stay. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|\u2800|(?=\p{M})\p{Script=Inherited}/gu;

const plain = (name: string): string => name.normalize('NFKD').replaceAll(UNSEEN, '');

/** The same without case, and without what tells i, l and 1, o and 0, rn and m apart in some typefaces. */
const folded = (name: string): string =>
  name.toLowerCase().replaceAll(/[i1|]/g, 'l').replaceAll('0', 'o').replaceAll('rn', 'm').replaceAll('vv', 'w');

const inLatin = (name: string): string => Array.from(name, (character) => LATIN.get(character) ?? character).join('');

/**
 * How a name looks, as text to compare: two names with a look in common can be taken for one another. The first look is that of the
 * name in its own script, the second that in Latin letters; mostly they are the same.
 */
export function looksOf(name: string): readonly string[] {
  const own = folded(plain(name));
  // Before and after: NFKD makes another letter of some that are listed, and a listed one of others.
  const latin = folded(inLatin(plain(inLatin(name))));
  return own === latin ? [own] : [own, latin];
}

/** Whether two names can be taken for one another. */
export function looksAlike(one: string, other: string): boolean {
  const looks = looksOf(other);
  return looksOf(one).some((look) => looks.includes(look));
}
