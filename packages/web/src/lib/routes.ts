/** Imported by its own path, because the index of the protocol would add all schemas to the first script. */
export {
  formatRoute,
  isLocalId,
  isOfGame,
  type LookBack,
  parseRoute,
  pathOfOldLink,
  type Route,
} from '@tablier/protocol/routes';
