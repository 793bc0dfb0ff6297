import type { StoredRecord } from '@tablier/core';
import type { Theme } from '@tablier/protocol/language';
import type { PageHead } from './page-head.ts';
import { escapeHtml } from './page-html.ts';
import type { PageLanguage } from './page-language.ts';
import { z } from 'zod';

export interface EmbedPage extends PageLanguage {
  readonly head: PageHead;
  /** `null`: there is no finished game at the address. */
  readonly record: StoredRecord | null;
  /** The ply to begin at; `null`: the end. */
  readonly ply: number | null;
  readonly bottom: number;
  readonly hasControls: boolean;
  /** `null`: that of the system. */
  readonly theme: Theme | null;
  /** Who won, in words. */
  readonly result: string;
  /** The path of the page of the game. */
  readonly link: string;
  /** The words of the link to it. */
  readonly open: string;
}

/** The whole frame: it is read without a script, with a picture of the board, and the script needs nothing more than what is here. */
export function renderEmbed(page: EmbedPage, files: EmbedFiles): string {
  const { head, record } = page;
  const title = escapeHtml(head.title);
  const theme = page.theme === null ? '' : ` data-theme="${page.theme}"`;
  return `<!doctype html>
<html lang="${escapeHtml(page.language)}"${theme}>
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="robots" content="noindex" />
<meta name="color-scheme" content="light dark" />
<title>${title} · Tablier</title>
<meta name="description" content="${escapeHtml(head.description)}" />
${files.styles.map((file) => `<link rel="stylesheet" href="${escapeHtml(file)}" />`).join('\n')}
${record === null ? '' : scriptTags(record, page.language, files)}
</head>
<body>
${record === null ? '<main></main>' : boardOf(page)}
<footer><div><h1>${title}</h1><p>${escapeHtml(page.result)}</p></div>${record === null ? '' : linkOf(page)}</footer>
${record === null ? '' : `<script type="application/json" id="record">${dataOf(record)}</script>`}
</body>
</html>
`;
}

function scriptTags({ game }: StoredRecord, language: string, files: EmbedFiles): string {
  const early = [files.languages[language], files.games[game]].filter((file) => file !== undefined);
  return [
    `<script type="module" src="${escapeHtml(files.script)}"></script>`,
    ...early.map((file) => `<link rel="modulepreload" href="${escapeHtml(file)}" />`),
  ].join('\n');
}

function boardOf({ head, ply, bottom, hasControls }: EmbedPage): string {
  const picture = `<noscript><img src="${escapeHtml(pictureOf(head, ply))}" alt="${escapeHtml(head.picture.alt)}" /></noscript>`;
  const at = ply === null ? '' : ` data-ply="${ply}"`;
  const controls = hasControls ? '' : ' data-controls="none"';
  return `<main id="board" aria-busy="true"${at} data-bottom="${bottom}"${controls}>${picture}</main>`;
}

/** Of the ply; without one, the picture for link previews, which is the end of the game. */
const pictureOf = ({ path, picture }: PageHead, ply: number | null): string =>
  ply === null ? picture.path : `${path ?? ''}.svg`;

const linkOf = ({ link, open }: EmbedPage): string =>
  `<a href="${escapeHtml(link)}" target="_blank" rel="noopener">${escapeHtml(open)}</a>`;

/** JSON that cannot end its element. */
const dataOf = (record: StoredRecord): string => JSON.stringify(record).replaceAll('<', String.raw`\u003c`);

const file = z.string().regex(/^\/assets\/[\w./-]+$/);

/** What the build of the page writes to `embed.json`: the files of the frame for other sites. */
const filesSchema = z.object({
  script: file,
  styles: z.array(file),
  /** Besides the script, by game and by language. */
  games: z.record(z.string(), file),
  languages: z.record(z.string(), file),
});
export type EmbedFiles = z.infer<typeof filesSchema>;

/** Reads `embed.json`. Throws an error that names the fault if the page was built from other sources than the server. */
export function parseEmbedFiles(json: string): EmbedFiles {
  const parsed = filesSchema.safeParse(JSON.parse(json));
  if (!parsed.success) throw new Error(`embed.json: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
