import { PATIENCE } from '@tablier/match';
import { serveForPage } from './for-a-page.ts';

let isBroken = false;

/** Has a bug that shows where somebody is away, from the line `break` of standard input on until `mend`. */
await serveForPage({
  patience: {
    ...PATIENCE,
    claim: (clock, how) => {
      if (isBroken) throw new TypeError('a bug in patience');
      return PATIENCE.claim(clock, how);
    },
  },
});
process.stdin.setEncoding('utf8').on('data', (text: string) => {
  isBroken = text.trim() === 'break';
  process.stdout.write(text);
});
