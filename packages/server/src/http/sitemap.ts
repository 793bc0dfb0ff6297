import { LANGUAGE_PARAMETER } from '@tablier/protocol/language';
import type { FastifyInstance } from 'fastify';
import type { RateLimiter } from '../lib/rate-limits.ts';
import { checkLimit, answerNotFound } from './errors.ts';
import type { Hosts } from './hosts.ts';
import { listedPaths } from './page-head.ts';
import { escapeHtml } from './page-html.ts';

interface SitemapDeps {
  readonly hosts: Hosts;
  readonly requests: RateLimiter;
  readonly languages: readonly string[];
}

const NAMESPACES =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"' as const;

/** Pages that are the same for everyone, in each language; no games, tables, studies, tournaments or people. */
export function addSitemap(app: FastifyInstance, { hosts, requests, languages }: SitemapDeps): void {
  const serve = (path: string, type: string, textAt: (origin: string) => string): void => {
    app.get(path, (request, reply) => {
      checkLimit(requests.take(request.ip));
      const origin = hosts.originOf(request.headers);
      if (origin === null) return answerNotFound(request, reply);
      return reply.header('cache-control', 'public, max-age=3600').type(`${type}; charset=utf-8`).send(textAt(origin));
    });
  };
  serve('/sitemap.xml', 'application/xml', (origin) => sitemap(origin, languages));
  serve('/robots.txt', 'text/plain', (origin) => `User-agent: *\nDisallow: /t/\nSitemap: ${origin}/sitemap.xml\n`);
}

function sitemap(origin: string, languages: readonly string[]): string {
  const entries = listedPaths().flatMap((path) => {
    const addresses = new Map(languages.map((each) => [each, `${origin}${path}?${LANGUAGE_PARAMETER}=${each}`]));
    addresses.set('x-default', `${origin}${path}`);
    const links = [...addresses].map(
      ([language, address]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeHtml(address)}"/>`,
    );
    return [...addresses.values()].map((address) => `<url><loc>${escapeHtml(address)}</loc>${links.join('')}</url>`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NAMESPACES}>\n${entries.join('\n')}\n</urlset>\n`;
}
