/** A game's rules as Markdown, and their language. */
interface RulesText {
  readonly language: string;
  readonly source: string;
}

const files = import.meta.glob<string>('../../../../games/src/*/rules*.md', { query: '?raw', import: 'default' });

/** The rules in this language, or else in English; `null` if the game has none. Loaded on demand. */
export async function loadRules(game: string, language: string): Promise<RulesText | null> {
  const find = (name: string) => files[`../../../../games/src/${game}/${name}`];
  const translated = find(`rules.${language}.md`);
  if (translated !== undefined) return { language, source: await translated() };
  const english = find('rules.md');
  return english === undefined ? null : { language: 'en', source: await english() };
}
