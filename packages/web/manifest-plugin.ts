import type { Plugin } from 'vite';
import { pageTexts } from './messages.mjs';

/** The paper of the light theme, as in `tokens.css`; a manifest has one colour for both themes. */
const PAPER = '#f1e8d9';

/** Adds a web app manifest for each language, `manifest-de.webmanifest`; the server names that of the page in its HTML. */
export const manifestPlugin = (): Plugin => ({
  name: 'tablier-manifest',
  apply: 'build',
  generateBundle() {
    for (const [language, texts] of Object.entries(pageTexts().languages)) {
      const source = JSON.stringify(manifestOf(language, texts));
      this.emitFile({ type: 'asset', fileName: `manifest-${language}.webmanifest`, source });
    }
  },
});

const manifestOf = (language: string, texts: Readonly<Record<string, string>>) => ({
  // The same app in every language.
  id: '/',
  name: 'Tablier',
  short_name: 'Tablier',
  description: texts['meta_app_description'],
  lang: language,
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: PAPER,
  background_color: PAPER,
  categories: ['games'],
  icons: [
    icon('icon-192.png', 192, 'any'),
    icon('icon-512.png', 512, 'any'),
    icon('icon-maskable-512.png', 512, 'maskable'),
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ],
  shortcuts: [
    { name: texts['games_title'], url: '/games' },
    { name: texts['lobby_title'], url: '/lobby' },
  ],
});

const icon = (file: string, size: number, purpose: string) => ({
  src: `/${file}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});
