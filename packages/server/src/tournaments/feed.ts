import { findGame } from '@tablier/games';
import { formatRoute } from '@tablier/protocol/routes';
import type { ListedTournament } from '@tablier/store';
import { escapeHtml } from '../http/page-html.ts';

const MAX_ENTRIES = 50;

type Told = Pick<
  ListedTournament,
  'id' | 'name' | 'game' | 'kind' | 'status' | 'organiserName' | 'createdAt' | 'startsAt' | 'startedAt' | 'endedAt'
>;

/** When a tournament last changed in a way that a reader of news wants to know. */
const newsAt = ({ createdAt, startedAt, endedAt }: Told): number => endedAt ?? startedAt ?? createdAt;

const isoOf = (at: number): string => new Date(at).toISOString();

/** Atom (RFC 4287): the tournaments that were announced, have begun or ended, newest first. */
export function feedOf(tournaments: readonly Told[], origin: string, now: number): string {
  const told = tournaments.toSorted((one, other) => newsAt(other) - newsAt(one)).slice(0, MAX_ENTRIES);
  const page = `${origin}${formatRoute({ page: 'tournaments' })}`;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${escapeHtml(page)}</id>`,
    '<title>Tablier</title>',
    '<author><name>Tablier</name></author>',
    `<link rel="self" type="application/atom+xml" href="${escapeHtml(`${page}.atom`)}"/>`,
    `<link href="${escapeHtml(page)}"/>`,
    `<updated>${isoOf(told[0] === undefined ? now : newsAt(told[0]))}</updated>`,
    ...told.flatMap((tournament) => entryOf(tournament, origin)),
    '</feed>',
    '',
  ].join('\n');
}

/** The state is a category, which needs no language. */
function entryOf(tournament: Told, origin: string): readonly string[] {
  const { id, name, game, kind, status, organiserName, createdAt, startsAt } = tournament;
  const address = escapeHtml(`${origin}${formatRoute({ page: 'tournament', id })}`);
  const title = `${name} · ${findGame(game)?.name ?? game}`;
  return [
    '<entry>',
    `<id>${address}</id>`,
    `<title>${escapeHtml(title)}</title>`,
    `<link href="${address}"/>`,
    ...(organiserName === null ? [] : [`<author><name>${escapeHtml(organiserName)}</name></author>`]),
    ...[game, kind, status].map((term) => `<category term="${escapeHtml(term)}"/>`),
    `<published>${isoOf(createdAt)}</published>`,
    `<updated>${isoOf(newsAt(tournament))}</updated>`,
    `<summary>${escapeHtml(startsAt === null ? title : `${title} · ${isoOf(startsAt)}`)}</summary>`,
    '</entry>',
  ];
}
