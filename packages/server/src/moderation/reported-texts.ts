import { type TextAt, textAt } from '@tablier/protocol';
import type { Store } from '@tablier/store';

type TextStore = Pick<Store, 'articles' | 'clubs'>;

interface ReportedText {
  /** The account that wrote it. */
  readonly author: string;
  readonly words: string;
}

/** A text that members wrote for all to read, as it is now; `null` for none, and for one without an author. */
export async function findText(at: TextAt, { articles, clubs }: TextStore): Promise<ReportedText | null> {
  if ('article' in at) {
    const found = await articles.find(at.article, at.article.number);
    return found === null || found.account === null ? null : { author: found.account, words: found.text };
  }
  const club = await clubs.find(at.club);
  if (club === null || club.owner === null) return null;
  if (!('news' in at)) return { author: club.owner, words: `${club.name}\n${club.about}`.trim() };
  const words = club.news.find(({ number }) => number === at.news)?.words;
  return words === undefined ? null : { author: club.owner, words };
}

/** Removes it: the version of an article, the announcement, or the name and description of the club, which leaves the lists. */
export async function removeText(at: TextAt, { articles, clubs }: TextStore): Promise<boolean> {
  if ('article' in at) return articles.remove(at.article, at.article.number);
  const owner = (await clubs.find(at.club))?.owner ?? null;
  if (owner === null) return true;
  const change =
    'news' in at
      ? ({ kind: 'retract', number: at.news } as const)
      : ({ kind: 'describe', name: at.club, about: '', isListed: false } as const);
  return (await clubs.change(at.club, owner, change)) !== 'unavailable';
}

/** As the store has it; `null` for none. */
export function textIn(about: string | null): TextAt | null {
  if (about === null) return null;
  const [kind, place = '', ...rest] = about.split(' ');
  const [first = '', second = ''] = rest;
  const named =
    kind === 'article'
      ? { article: { game: place, language: first, number: Number(second) } }
      : { club: place, ...(kind === 'news' && { news: Number(first) }) };
  return textAt.safeParse(named).data ?? null;
}

/** `article isaac fr 3`, `club the-woods`, `news the-woods 4`. */
export function formatText(at: TextAt): string {
  if ('article' in at) return `article ${at.article.game} ${at.article.language} ${at.article.number}`;
  return 'news' in at ? `news ${at.club} ${at.news}` : `club ${at.club}`;
}
