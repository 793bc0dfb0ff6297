import { loadMessages } from '../src/lib/language.ts';

// A test that reads words imports this file first, as the page loads its messages before it is shown.
await loadMessages('en');
