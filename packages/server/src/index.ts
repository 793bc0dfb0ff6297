export { type ServerOptions, type RunningServer, ServerStartError, startServer } from './start.ts';
