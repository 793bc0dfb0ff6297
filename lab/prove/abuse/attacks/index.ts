import { abandonedTables } from './abandoned-tables.ts';
import { apiFlood } from './api-flood.ts';
import { archiveJunk } from './archive-junk.ts';
import type { Attack } from './attack.ts';
import { badPushKeys } from './bad-push-keys.ts';
import { botQueue } from './bot-queue.ts';
import { chatFlood } from './chat-flood.ts';
import { commandIds } from './command-ids.ts';
import { damagedTables } from './damaged-tables.ts';
import { diskOutage } from './disk-outage.ts';
import { dualStack } from './dual-stack.ts';
import { endlessLog } from './endless-log.ts';
import { erasedName } from './erased-name.ts';
import { fileModes } from './file-modes.ts';
import { forwardedPorts } from './forwarded-ports.ts';
import { frozenDatabase } from './frozen-database.ts';
import { handmadeDeal } from './handmade-deal.ts';
import { headStreams } from './head-streams.ts';
import { idleConnections } from './idle-connections.ts';
import { lobbyCrowd } from './lobby-crowd.ts';
import { lockOut } from './lock-out.ts';
import { longLog } from './long-log.ts';
import { lookAlikeNames } from './look-alike-names.ts';
import { lookAlikeUsernames } from './look-alike-usernames.ts';
import { oddNames } from './odd-names.ts';
import { parallelOpenings } from './parallel-openings.ts';
import { pictureFlood } from './picture-flood.ts';
import { privateGames } from './private-games.ts';
import { ratingFarm } from './rating-farm.ts';
import { refusedUpgrades } from './refused-upgrades.ts';
import { secondServer } from './second-server.ts';
import { sharedCode } from './shared-code.ts';
import { silentTraces } from './silent-traces.ts';
import { squattedLogins } from './squatted-logins.ts';
import { studyNotes } from './study-notes.ts';
import { watchLoop } from './watch-loop.ts';
import { weakPasswords } from './weak-passwords.ts';

/** Every attack, in the order in which they run. */
export const ATTACKS: readonly Attack[] = [
  refusedUpgrades,
  silentTraces,
  botQueue,
  abandonedTables,
  damagedTables,
  endlessLog,
  longLog,
  archiveJunk,
  dualStack,
  sharedCode,
  idleConnections,
  lockOut,
  squattedLogins,
  lobbyCrowd,
  fileModes,
  privateGames,
  erasedName,
  diskOutage,
  secondServer,
  weakPasswords,
  oddNames,
  lookAlikeNames,
  handmadeDeal,
  commandIds,
  watchLoop,
  chatFlood,
  apiFlood,
  studyNotes,
  pictureFlood,
  parallelOpenings,
  badPushKeys,
  lookAlikeUsernames,
  ratingFarm,
  headStreams,
  forwardedPorts,
  frozenDatabase,
];
