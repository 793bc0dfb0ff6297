/**
 * The first preferred language that is available, or `base`. The page passes the languages of the browser and the server those of
 * `Accept-Language`, so both choose the same. Only the first two letters of a tag count: `fr-CA` is `fr`.
 */
export function chooseLanguage<Language extends string>(
  wanted: readonly string[],
  available: readonly Language[],
  base: Language,
): Language {
  for (const tag of wanted) {
    const language = available.find((each) => each === tag.slice(0, 2).toLowerCase());
    if (language !== undefined) return language;
  }
  return base;
}

/** The tags of an `Accept-Language` header, the most preferred first, without those of quality 0. */
export function acceptedLanguages(header: string): string[] {
  return header
    .split(',', MOST_TAGS)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim());
      const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2) ?? '1';
      return { tag, quality: Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .toSorted((left, right) => right.quality - left.quality)
    .map(({ tag }) => tag);
}

/** More than browsers send. */
const MOST_TAGS = 30;
