import { MAX_NAME } from './limits.ts';

/** Characters that are not allowed: control characters, invisible ones, unpaired surrogates, and changes of the writing direction. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Emoji sequences, which may contain joiners and selectors that are not allowed elsewhere. */
const EMOJI_SEQUENCES =
  /\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3|\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)*/gu;
/** Letters of scripts in which a joiner or non-joiner changes the spelling of a word. */
const JOINING = String.raw`[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]`;
const JOINERS = new RegExp(`(?<=${JOINING})[\\u200c\\u200d](?=${JOINING})`, 'gu');
/** More marks on one letter than any language uses. They would cover the lines above and below. */
const PILED_MARKS = /[\p{Mn}\p{Me}]{3}/u;
/** A mark without a base letter. */
const LONE_MARK = /(?:^|\s)\p{M}/u;
const KEPT_OR_UNSEEN = new RegExp(`(?<kept>${EMOJI_SEQUENCES.source}|${JOINERS.source})|${UNSEEN.source}`, 'gu');
/** The marks of a letter after the second one, and those without a letter. */
const SURPLUS_MARKS = /(?<=[\p{Mn}\p{Me}]{2})[\p{Mn}\p{Me}]+|(?<=^|\s)\p{M}+/gu;
const NAMING = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
/** A symbol as wide as a sentence. */
const SPRAWLING = /\ufdfd/u;

/** A single line of displayable text of at most `longest` characters, with normalised white space. `null` for anything else. */
export function parseLine(data: unknown, longest: number): string | null {
  if (typeof data !== 'string') return null;
  const text = data.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
  return text !== '' && Array.from(text).length <= longest && canBeShown(text) ? text : null;
}

/** Displayable lines, with at most one empty line between two. Spaces that do not break stay. `null` if nothing is left, if one of them cannot be displayed, or if all together are too long. */
export function parseText(data: string, longest: number): string | null {
  const lines = data.normalize('NFC').split(/\r\n|[\r\n]/);
  const text = lines
    .map((line) => line.trim().replaceAll(/[^\S\u00a0\u202f]+/gu, ' '))
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  const isFine = text.split('\n').every(canBeShown);
  return text !== '' && Array.from(text).length <= longest && isFine ? text : null;
}

/** A text as a line that `parseLine` accepts, without the characters that cannot be shown; empty if nothing is left of it. */
export function shownLine(text: string): string {
  const seen = text.normalize('NFC').replaceAll(/\s+/gu, ' ').replaceAll(KEPT_OR_UNSEEN, '$<kept>');
  return parseLine(seen.replaceAll(SURPLUS_MARKS, ''), text.length) ?? '';
}

function canBeShown(text: string): boolean {
  const rest = text.replaceAll(EMOJI_SEQUENCES, '_').replaceAll(JOINERS, '');
  return !UNSEEN.test(rest) && !PILED_MARKS.test(rest) && !LONE_MARK.test(text);
}

/**
 * A valid display name: a line with at least one letter, number or emoji. `null` for anything else. The server and its clients both use
 * this function.
 */
export function parseName(data: unknown): string | null {
  const name = parseLine(data, MAX_NAME);
  return name !== null && NAMING.test(name) && !SPRAWLING.test(name) ? name : null;
}
