import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

/** What publint and "are the types wrong?" find in a tarball, one line each. All packages are ES modules. */
export async function faultsOf(tarball: string): Promise<string[]> {
  const content = new Uint8Array(readFileSync(tarball));
  const { messages, pkg } = await publint({ pack: { tarball: content.buffer }, strict: true });
  const analysis = await checkPackage(createPackageFromTarballData(content));
  const problems = analysis.types === false ? [] : analysis.problems.filter(isOfModules);
  return [
    ...messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code),
    ...problems.map((problem) => JSON.stringify(problem)),
  ].map((fault) => `${basename(tarball)}: ${fault}`);
}

/** Left out: what readers without `exports` (Node 10) and CommonJS see. Both cannot load ES modules by `require` in Node 20. */
function isOfModules(problem: { readonly kind: string; readonly resolutionKind?: string }): boolean {
  return problem.resolutionKind !== 'node10' && problem.kind !== 'CJSResolvesToESM';
}
