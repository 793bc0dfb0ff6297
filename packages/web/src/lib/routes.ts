/** Imported by its own path: the index of the protocol would bring all schemas into the first script of the page. */
export { formatRoute, type LookBack, parseRoute, pathOfOldLink, type Route } from '@tablier/protocol/routes';
