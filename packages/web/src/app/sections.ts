import type { IconName } from '../design/icons.ts';
import type { Route } from '../lib/routes.ts';
import * as m from '../paraglide/messages.js';

/** A place of the navigation, and the pages that belong to it. */
interface Section {
  readonly href: string;
  readonly icon: IconName;
  readonly name: () => string;
  /** The first one is the page of the link itself. */
  readonly pages: readonly Route['page'][];
}

export const SECTIONS: readonly Section[] = [
  { href: '/', icon: 'play', name: m.nav_play, pages: ['home', 'game', 'set-up', 'play'] },
  { href: '/lobby', icon: 'users', name: m.nav_lobby, pages: ['lobby', 'table'] },
  { href: '/learn', icon: 'learn', name: m.home_learn, pages: ['lessons', 'learn', 'rules', 'numbered-rules'] },
  {
    href: '/watch',
    icon: 'watch',
    name: m.nav_watch,
    pages: ['watch', 'kept', 'search', 'archives', 'tournaments', 'tournament', 'studies', 'study'],
  },
  { href: '/puzzles', icon: 'puzzle', name: m.puzzles_title, pages: ['puzzles', 'game-puzzles', 'puzzle'] },
];

/** The value of `aria-current` of a link: the page itself, or a page of the same section. */
export const currentIn = ({ pages }: Section, page: Route['page'] | null): 'page' | 'true' | undefined =>
  page === null || !pages.includes(page) ? undefined : pages[0] === page ? 'page' : 'true';
