/** One of the names in a text with blanks between them. */
export type Word<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Word<Rest> : Text;

/**
 * A list of names, written as texts with blanks between them. A file of its own, because the first script of the page needs nothing else of
 * this package; bundlers leave out the lists that no one uses.
 */
/* @__NO_SIDE_EFFECTS__ */
export function words<const Texts extends readonly string[]>(...texts: Texts): readonly Word<Texts[number]>[] {
  return texts.join(' ').split(' ') as unknown as readonly Word<Texts[number]>[];
}
