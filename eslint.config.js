import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';

/** Rules beyond the recommended ones, each with a reason to be there; and the recommended ones that cost more than they find. */
const OUR_RULES = {
  eqeqeq: 'error',
  'no-alert': 'error',
  'no-else-return': 'error',
  'no-eval': 'error',
  'no-new-func': 'error',
  'no-self-compare': 'error',
  'no-unneeded-ternary': 'error',
  'no-useless-concat': 'error',
  'no-useless-rename': 'error',
  'no-var': 'error',
  'object-shorthand': 'error',
  'prefer-const': 'error',
  'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } }],
  'no-restricted-syntax': [
    'error',
    {
      selector:
        'ImportDeclaration[source.value=/^(assert|buffer|child_process|crypto|events|fs|http|https|module|net|os|path|process|readline|stream|timers|tls|url|util|v8|worker_threads|zlib)(\\/|$)/]',
      message: 'Write node: before the name of a module of Node.',
    },
  ],
  // tsc says so already, better than ESLint.
  'no-fallthrough': 'off',
  'no-undef': 'off',
  '@typescript-eslint/no-unused-vars': 'off',
  '@typescript-eslint/consistent-type-imports': 'error',
  '@typescript-eslint/no-non-null-assertion': 'error',
  '@typescript-eslint/no-confusing-void-expression': 'off',
  '@typescript-eslint/no-unnecessary-boolean-literal-compare': 'error',
  '@typescript-eslint/no-unnecessary-template-expression': 'error',
  '@typescript-eslint/no-unnecessary-type-arguments': 'error',
  '@typescript-eslint/prefer-promise-reject-errors': 'error',
  '@typescript-eslint/require-array-sort-compare': ['error', { ignoreStringArrays: true }],
  '@typescript-eslint/no-unnecessary-type-assertion': 'off',
  '@typescript-eslint/require-await': 'off',
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
  '@typescript-eslint/return-await': ['error', 'in-try-catch'],
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  '@typescript-eslint/unbound-method': 'off',
  '@typescript-eslint/use-unknown-in-catch-callback-variable': 'error',
};

/** For files whose types ESLint cannot see: `any` everywhere. */
const NO_UNSAFE = Object.fromEntries(
  ['argument', 'assignment', 'call', 'member-access', 'return'].map((what) => [
    `@typescript-eslint/no-unsafe-${what}`,
    'off',
  ]),
);
const FOR_SVELTE = {
  // svelte-check judges the types of components, and which of its own warnings a comment puts off.
  ...ts.configs.disableTypeChecked.rules,
  'svelte/no-unused-svelte-ignore': 'off',
  // A blank between two elements is written {' '}, so that no formatter loses it.
  'svelte/no-useless-mustaches': 'off',
  // What is bound is written by the template.
  'prefer-const': 'off',
};

export default defineConfig(
  globalIgnores([
    '**/dist/',
    'packages/cli/build/',
    '**/paraglide/',
    'test-results/',
    'playwright-report/',
    '.cache/',
    'scripts/new-game/template/',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  { languageOptions: { parserOptions: { project: './tsconfig.eslint.json', tsconfigRootDir: import.meta.dirname } } },
  { rules: OUR_RULES },
  {
    files: ['**/*.svelte'],
    rules: FOR_SVELTE,
    languageOptions: { parserOptions: { parser: ts.parser, project: null } },
  },
  {
    files: ['**/*.svelte.ts'],
    languageOptions: { parser: ts.parser },
    // Sets are replaced, never changed.
    rules: { 'svelte/prefer-svelte-reactivity': 'off' },
  },
  { files: ['packages/{core,games,ai,match,protocol,client}/src/**'], rules: { 'no-console': 'error' } },
  {
    files: ['**/*.config.{ts,js}', '**/*.mjs', 'packages/*/bin/*.js'],
    rules: { 'no-restricted-exports': 'off', ...NO_UNSAFE },
  },
  { files: ['**/*.{js,mjs}'], ignores: ['packages/**', 'scripts/**'], ...ts.configs.disableTypeChecked },
);
