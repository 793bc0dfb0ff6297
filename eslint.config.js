import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import ts from 'typescript-eslint';

/**
 * ESLint checks what contains Svelte: the components and the state classes (`*.svelte.ts`). Oxlint checks all other files, with
 * types and in a fifth of the time; its rules are in `.oxlintrc.json`, those for both kinds of files are here again.
 */
const OUR_RULES = {
  eqeqeq: 'error',
  'max-lines-per-function': ['error', 50],
  'max-params': ['error', 4],
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
  'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } }],
  // tsc and svelte-check say so already, better than ESLint.
  'no-fallthrough': 'off',
  'no-undef': 'off',
  '@typescript-eslint/no-unused-vars': 'off',
  '@typescript-eslint/consistent-type-imports': 'error',
  '@typescript-eslint/no-non-null-assertion': 'error',
};

export default defineConfig(
  globalIgnores([
    '**/dist/',
    '.cache/',
    '**/.svelte-check/',
    'scripts/new-game/template/',
    '**/*.{js,mjs,ts}',
    '!**/*.svelte.ts',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  { languageOptions: { parserOptions: { parser: ts.parser } } },
  { rules: OUR_RULES },
  {
    files: ['**/*.svelte'],
    rules: {
      // svelte-check judges which of its own warnings a comment puts off.
      'svelte/no-unused-svelte-ignore': 'off',
      // A blank between two elements is written {' '}, so that no formatter loses it.
      'svelte/no-useless-mustaches': 'off',
      // What is bound is written by the template.
      'prefer-const': 'off',
    },
  },
  {
    files: ['**/*.svelte.ts'],
    languageOptions: { parser: ts.parser },
    // Sets are replaced, never changed.
    rules: { 'svelte/prefer-svelte-reactivity': 'off' },
  },
);
