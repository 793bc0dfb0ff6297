import { type Exception, RETIRED_TERMS } from './terms.ts';

export interface Finding {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  readonly term: string;
  readonly instead: string;
}

const MATCHERS = RETIRED_TERMS.map(({ pattern, instead }) => ({
  instead,
  regex: new RegExp(`(?<![A-Za-zÀ-ÿ])(?:${pattern})(?![A-Za-zÀ-ÿ])`, 'giu'),
}));

/** Names that contain a retired word and are kept: the seat number of no seat, in `core`. */
const KEPT: ReadonlySet<string> = new Set(['NOBODY']);

/** The retired terms in a text. */
export function findTerms(path: string, text: string): readonly Finding[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      MATCHERS.flatMap(({ regex, instead }) =>
        [...line.matchAll(regex)]
          .filter(([term]) => !KEPT.has(term))
          .map(([term]) => ({ path, line: index + 1, term: term.toLowerCase(), instead })),
      ),
    );
}

/** Whether an exception covers a path, for any term. */
export const covers = (exception: Pick<Exception, 'path'>, path: string): boolean =>
  exception.path.endsWith('/') ? path.startsWith(exception.path) : path === exception.path;

export interface Verdict {
  readonly faults: readonly Finding[];
  /** Exceptions that cover no finding, and so must be removed from the list. */
  readonly unused: readonly Exception[];
}

/** Separates the findings without an exception, and finds the exceptions without a finding. */
export function judge(findings: readonly Finding[], exceptions: readonly Exception[]): Verdict {
  const used = new Set<Exception>();
  const faults = findings.filter((finding) => {
    const found = exceptions.filter((exception) => covers(exception, finding.path) && exception.term === finding.term);
    for (const exception of found) used.add(exception);
    return found.length === 0;
  });
  return { faults, unused: exceptions.filter((exception) => !used.has(exception)) };
}
