import { openStore } from '../src/index.ts';

/** `serving.ts FOLDER`: opens a folder as its server, prints `ready` or the error, and runs until it is killed. */
const store = await openStore({ folder: process.argv[2] ?? '', isServer: true });
process.stdout.write(store.ok ? 'ready\n' : `${store.error.name}\n`);
if (store.ok) setInterval(() => undefined, 60_000);
