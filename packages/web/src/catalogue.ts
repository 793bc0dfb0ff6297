export { findGame, games } from '@tablier/games';
