import { DEFAULT_ABSENCE_POLICY } from '@tablier/match';
import { serveForPage } from './for-a-page.ts';

let isBroken = false;

/** Throws in the absence policy, from the line `break` of standard input until `mend`. */
await serveForPage({
  absencePolicy: {
    ...DEFAULT_ABSENCE_POLICY,
    claim: (clock, how) => {
      if (isBroken) throw new TypeError('a bug in absencePolicy');
      return DEFAULT_ABSENCE_POLICY.claim(clock, how);
    },
  },
});
process.stdin.setEncoding('utf8').on('data', (text: string) => {
  isBroken = text.trim() === 'break';
  process.stdout.write(text);
});
