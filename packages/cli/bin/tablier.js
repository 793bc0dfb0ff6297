#!/usr/bin/env node
// The sources run as they are: tsx reads the TypeScript, with this package's settings wherever the command is called from.
import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

register({ tsconfig: fileURLToPath(new URL('../tsconfig.json', import.meta.url)) });
const { main } = await import('../src/main.ts');
process.exitCode = await main(process.argv.slice(2));
