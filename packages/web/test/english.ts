import { loadMessages } from '../src/lib/language.ts';

// Tests that read texts import this file first, because the page loads its messages before it is shown.
await loadMessages('en');
