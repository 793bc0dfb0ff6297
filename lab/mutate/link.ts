/** Run by Stryker in its copy of the repository: makes the packages of the copy import each other and not the originals. */
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';

const FOLDER = 'node_modules/@tablier';
mkdirSync(FOLDER, { recursive: true });
for (const name of readdirSync('packages')) symlinkSync(`../../packages/${name}`, `${FOLDER}/${name}`);
