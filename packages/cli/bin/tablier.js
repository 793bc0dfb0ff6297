#!/usr/bin/env node
import { pathToFileURL } from 'node:url';
import { useSupportedNode } from './node.mjs';
import { programEntry } from './program.mjs';

await useSupportedNode();
const program = /** @type {typeof import('../src/main.ts')} */ (await import(pathToFileURL(programEntry()).href));
process.exitCode = await program.main(process.argv.slice(2));
