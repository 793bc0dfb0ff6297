// The door of a thread: Node reads TypeScript through tsx, which the thread has to load for itself.
import { register } from 'tsx/esm/api';

register();
await import('./think.ts');
