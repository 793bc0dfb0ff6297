import { MAX_NAME } from './limits.ts';

/** What is never shown: control characters, invisible marks, halves of pairs, and what turns the direction of writing. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** An emoji as one picture: it may hold joiners and selectors that are invisible elsewhere. */
const EMOJI_SEQUENCES =
  /\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3|\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)*/gu;
/** Letters of scripts in which a joiner or non-joiner changes how a word is written. */
const JOINING = String.raw`[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]`;
const JOINERS = new RegExp(`(?<=${JOINING})[\\u200c\\u200d](?=${JOINING})`, 'gu');
/** More marks on one letter than any language writes hide what is above and below. */
const PILED_MARKS = /[\p{Mn}\p{Me}]{3}/u;
/** A mark that has nothing to stand on. */
const LONE_MARK = /(?:^|\s)\p{M}/u;
const NAMING = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
/** A symbol as wide as a sentence. */
const SPRAWLING = /\ufdfd/u;

/** One line of text that can be shown, of at most `longest` characters, blanks tidied up; `null` for anything else. */
export function parseLine(data: unknown, longest: number): string | null {
  if (typeof data !== 'string') return null;
  const text = data.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
  return text !== '' && Array.from(text).length <= longest && canBeShown(text) ? text : null;
}

function canBeShown(text: string): boolean {
  const rest = text.replaceAll(EMOJI_SEQUENCES, '_').replaceAll(JOINERS, '');
  return !UNSEEN.test(rest) && !PILED_MARKS.test(rest) && !LONE_MARK.test(text);
}

/**
 * The name of a person as it is shown: a line with a letter, a number or an emoji in it; `null` for anything else. The server and its
 * clients check names by this same function.
 */
export function parseName(data: unknown): string | null {
  const name = parseLine(data, MAX_NAME);
  return name !== null && NAMING.test(name) && !SPRAWLING.test(name) ? name : null;
}
