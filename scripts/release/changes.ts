/**
 * What `CHANGELOG.md` says of a version: the text below its heading `## [1.0.0] - 2026-11-28`; `undefined` without such a heading, with
 * nothing below it, or where changes stand above it that no version has yet.
 */
export function changesOf(changelog: string, version: string): string | undefined {
  const [, ...sections] = changelog.split(/^## /m);
  const at = sections.findIndex((section) => headingOf(section).startsWith(`[${version}] - `));
  const [, ...body] = (sections[at] ?? '').split('\n');
  const text = body.join('\n').trim();
  const isNewest = sections.slice(0, at).every((section) => bodyOf(section) === '');
  return text === '' || !isNewest ? undefined : text;
}

const headingOf = (section: string): string => section.split('\n', 1)[0] ?? '';
const bodyOf = (section: string): string => section.slice(headingOf(section).length).trim();
