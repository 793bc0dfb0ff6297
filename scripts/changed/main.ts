/**
 * `npm run check:changed [-- BASE]`: checks what the changes since BASE can affect, by the graph of imports: types, lint and format of what
 * changed, its boundaries and terms, and its tests. BASE is `main` if not given. The last lines name what is left out. `--list` runs nothing.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as gates from '../lib/gates.mjs';
import { ensureInstalled } from '../lib/install.mjs';
import { ROOT, run } from '../lib/run.mjs';
import { runVitest } from '../lib/suites.mjs';
import { graphOf, type Workspace } from './graph.ts';
import { type Plan, planFor } from './plan.ts';

const TYPES = join('.cache', 'changed');

async function lines(command: string): Promise<string[]> {
  const { code, output } = await run(command, { show: 'collect' });
  if (code === 0) return output.split('\n').filter((line) => line !== '');
  console.error(output);
  return process.exit(1);
}

async function planSince(base: string): Promise<Plan> {
  const [start = ''] = await lines(`git merge-base HEAD ${base}`);
  const tracked = await lines(`git diff --name-only --no-renames ${start}`);
  const added = await lines('git ls-files --others --exclude-standard');
  const files = [...(await lines('git ls-files')), ...added].filter((path) => existsSync(join(ROOT, path)));
  const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
  const workspaces = files
    .filter((path) => /^packages\/[\w-]+\/package\.json$/.test(path))
    .map((path) => ({ ...(JSON.parse(read(path)) as Workspace), folder: path.replace('/package.json', '') }));
  const changed = [...new Set([...tracked, ...added])];
  const existing = changed.filter((path) => existsSync(join(ROOT, path)));
  console.log(`${changed.length} files have changed since ${base}.`);
  return planFor(changed, existing, graphOf(files, workspaces, read));
}

/** The gates of a plan; a gate without files is left out. */
function gatesOf(plan: Plan): gates.Gate[] {
  const of = (command: string, files: readonly string[]) =>
    files.length === 0 ? [] : [`${command} ${files.join(' ')}`];
  const info = join(TYPES, 'tests.tsbuildinfo');
  const tests = `${gates.TSC} -p tsconfig.test.json --incremental --tsBuildInfoFile ${info}`;
  const list = [
    { name: 'types', commands: plan.typed ? [`${gates.TSC} -b`, tests] : [] },
    {
      name: 'components',
      commands: plan.components ? ['npm run check --silent -w @tablier/web -- --incremental'] : [],
    },
    {
      name: 'lint',
      commands: [
        ...of(`${gates.OXLINT} --no-error-on-unmatched-pattern`, plan.oxlint),
        ...of('eslint --no-warn-ignored --max-warnings 0', plan.eslint),
      ],
    },
    {
      name: 'format',
      commands: of('oxfmt --no-error-on-unmatched-pattern --check', plan.oxfmt),
    },
  ];
  return [
    ...list.filter(({ commands }) => commands.length > 0),
    ...(plan.oxlint.length + plan.eslint.length > 0 ? [gates.boundaries] : []),
    gates.terms,
  ];
}

const [base = 'main'] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const plan = await planSince(base);
if (process.argv.includes('--list')) console.log(JSON.stringify(plan, null, 2));
else if (plan.concernsAll !== undefined) {
  console.log(`${plan.concernsAll} concerns everything: this is \`npm run check\`. Slow and browser tests: npm test.`);
  process.exitCode = (await run('node scripts/check.mjs', { show: 'live' })).code;
} else {
  await ensureInstalled('develop');
  mkdirSync(join(ROOT, TYPES), { recursive: true });
  const messages = await gates.runGate(gates.messages);
  const suites = plan.tests.length === 0 ? [] : [runVitest(plan.tests.join(' '))];
  const [checks, ...tests] = await Promise.all([gates.runInTurn(gatesOf(plan)), ...suites]);
  const specs = plan.browserTests.slice(0, 5).join(' ');
  console.log(
    `Left out: ${plan.leftOut} files of slow tests (npm test) and the browser tests (npx playwright test ${specs}).`,
  );
  gates.conclude([messages, ...checks, ...tests]);
}
