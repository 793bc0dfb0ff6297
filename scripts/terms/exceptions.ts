import type { Exception } from './terms.ts';

const GLOSSARY = 'the glossary lists the retired terms';

/** Places where a retired term is correct. */
export const EXCEPTIONS: readonly Exception[] = [
  { path: 'CONTRIBUTING.md', term: 'far game', reason: GLOSSARY },
  { path: 'CONTRIBUTING.md', term: 'deed', reason: GLOSSARY },
  { path: 'CONTRIBUTING.md', term: 'shelf', reason: GLOSSARY },
  { path: 'CONTRIBUTING.md', term: 'keeper', reason: GLOSSARY },
  { path: 'CONTRIBUTING.md', term: 'duty', reason: GLOSSARY },
  { path: 'CONTRIBUTING.md', term: 'way in', reason: GLOSSARY },
  { path: 'CONTRIBUTING.md', term: 'footprints', reason: GLOSSARY },
];
