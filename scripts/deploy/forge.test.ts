import { validateWorkflow } from '@action-validator/core';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../lib/run.mjs';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const filesIn = (folder: string): string[] => readdirSync(join(ROOT, folder)).map((name) => join(folder, name));
const scripts = (JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> }).scripts;

describe.each(filesIn('.github/workflows'))('%s', (path) => {
  const text = read(path);

  test('is a workflow, and the validator finds faults in one that is not', () => {
    expect(validateWorkflow(text).errors).toEqual([]);
    expect(validateWorkflow(text.replace('runs-on:', 'run-on:')).errors).not.toEqual([]);
  });

  test('runs scripts that exist', () => {
    const used = [...text.matchAll(/npm (?:run )?(test|build|release|[a-z-]+:[a-z]+)\b/g)].map(([, name = '']) => name);
    expect(used.filter((name) => !(name in scripts))).toEqual([]);
  });
});

/** What GitHub requires of an issue form. */
interface Form {
  readonly name: string;
  readonly description: string;
  readonly body: readonly {
    readonly type: string;
    readonly id?: string;
    readonly attributes: { readonly label?: string };
  }[];
}

const forms = filesIn('.github/ISSUE_TEMPLATE').filter((path) => !path.endsWith('config.yml'));
test.each(forms)('%s is an issue form', (path) => {
  const { name, description, body } = parse(read(path)) as Form;
  expect(name).toMatch(/\w{3}/);
  expect(description).toMatch(/\w/);
  const fields = body.filter(({ type }) => type !== 'markdown');
  expect(fields.length).toBeGreaterThan(0);
  for (const { type, attributes } of fields) {
    expect(['textarea', 'input', 'dropdown', 'checkboxes', 'upload']).toContain(type);
    expect(attributes.label).toMatch(/\w/);
  }
  expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
});

test('owners are named, and what they own exists', () => {
  const lines = read('.github/CODEOWNERS').split('\n');
  for (const line of lines.filter((each) => each !== '' && !each.startsWith('#'))) {
    const [path = '', ...owners] = line.split(' ');
    expect(path === '*' || existsSync(join(ROOT, path)), path).toBe(true);
    expect(owners.every((owner) => /^@[\w-]+\/[\w-]+$/.test(owner)) && owners.length > 0, line).toBe(true);
  }
});
