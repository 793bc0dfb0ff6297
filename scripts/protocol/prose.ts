import { MOST_TRIES } from '@tablier/client';
import {
  CLOSE_CODES,
  CLOSE_MEANINGS,
  DEAD_AFTER,
  MAX_MESSAGE_BYTES,
  MAX_WATCHED,
  PING_AFTER,
  rangeText,
} from '@tablier/protocol';

const seconds = (ms: number): string => `${ms / 1000} s`;

export const VERSIONS: readonly string[] = [
  '## Versions',
  '',
  `The client says in \`hello\` which version it speaks. This server speaks ${rangeText()}; it refuses any other with the error \`other-version\`, whose \`detail\` names the versions (\`4\`, or \`4-6\`), and close code ${CLOSE_CODES.otherVersion}. \`welcome\` repeats the version of the connection.`,
  '',
  'A client must ignore what it does not know: a field of any object, a `kind` of message, the name of an error (it was refused all the same). The server is strict: a message with an unknown field is `bad-message`, except for `hello`. So these are additions and keep the version:',
  '',
  '- a new field in a message or type from the server, a new message from the server, a new error name, a new close code;',
  '- a new message, command or optional field from the client.',
  '',
  'These are changes and raise the version: removing or renaming something, another type or meaning, a new required field from the client, and a new value in a list that is given here in full (`phase`, `system`, the `kind` of a chair). A server may speak several versions for a while.',
  '',
];

export const LIFECYCLE: readonly string[] = [
  '## A connection from beginning to end',
  '',
  '1. Open the WebSocket, send `hello`, wait for `welcome`. Anything else before it ends the connection. `you` is `null` without a session: such a client can only watch.',
  '2. `watch` a table. The answer is `table` (the whole view), `changed` or `current` (where `from` is known), or `not-watching`. Then every change follows by itself, and `presence` and `said` with it. A slow reader gets fewer, newer views.',
  '3. `do` a command. The answer is `done` (it is on the disk) or `refused`, with the `id` of the command. The new view follows as a message of its own.',
  `4. Keep the connection: pings of WebSocket are answered by every library and suffice for the server. Either side gives up a connection from which nothing came for ${seconds(DEAD_AFTER)}. Send \`ping\` after ${seconds(PING_AFTER)} of silence to notice that; \`pong\` also tells the time of the server.`,
  '5. When it breaks, reconnect after a growing delay with some chance in it, greet, watch again `from` the newest version, and send again, under the same ids, every command without an answer.',
  '',
  '### Ids of commands',
  '',
  'The id of a command is chosen by the client: 1 to 64 characters of `A-Za-z0-9_-`, so a UUID fits. A command that is sent again under its id is done once and has the same answer, also after a restart and on another node. The same id with another command is refused as `id-used`. Ids are compared for one person at one table; those of `open` and of `seek` for one person. Where a refused message has a readable `id` (or, for `watch`, a `table`), the answer is `refused` (or `not-watching`) and names it, also for `bad-message`, `too-many` and `hello-first`; otherwise it is `error`.',
  '',
  '### What to try again',
  '',
  `After \`unavailable\` send the same command with the same id again: after 1 s, then twice as long each time up to 8 s, with some chance in it. The client of this repository gives up after ${MOST_TRIES} tries and tells the user. After \`too-many\` wait for \`retryMs\`. After \`internal\` and all other names do not try again by itself.`,
  '',
  '### Limits',
  '',
  `- A message from a client: ${MAX_MESSAGE_BYTES} bytes.`,
  `- Tables watched on one connection: ${MAX_WATCHED}. One more is \`too-many-subscriptions\`.`,
  '- Messages on a connection, commands, new tables and lines of chat of a person, and new connections are limited by rate: `too-many` says in `retryMs` when to go on. New connections are refused with HTTP 429 and `Retry-After`.',
  '- 30 messages on one connection that could not be read or came too fast end it.',
  '',
  '### Tables',
  '',
  '- A match begins when every chair is taken. With a clock, moves are refused as `not-started` while `match.clock.seat` is -1: the first clock starts when all players watch the table, or 60 s later.',
  '- `since` of a clock is when its numbers were true; from then on time passes for `seat`, unless `paused`. `spent` is what the turn took until `since`. See `docs/clocks.md`.',
  '- `takeBackFrom` is the least number of moves that one can go back to; it equals `plies` where nothing can be taken back. `drawAgreed` lists the seats that agree to a draw. `turnIndex` counts turns; `passed` lists the seats that had no move and were passed over.',
  '- `away` says since when a player who sits here has not watched the table. For 5 s after they sat down it is `null`, so that they have time to watch it.',
  '- `seek` answers with the table where the player sits: with an opponent, or alone. Watch that table. When its `phase` becomes `playing`, play there. When it becomes `closed` and `movedTo` names another table, the opponent sits there: watch that one. Both players end at the same table. A seek whose player stops watching ends; `stand` ends it too.',
  '- `said` of `players` goes to those who sit at the table, that of `spectators` to everybody else; after the end both go to everybody.',
  '- `enter-lobby` sends the newest open and running tables and the newest results, then what changed.',
  '',
  '### Changes of a view',
  '',
  '`changed` gives the difference to the view `from`. A `Change` is `[value]` (it is that now), `[]` (it is gone), or an object with the changes of the members, by key or index. An array that got shorter has the member `length`, whose change is the new length in an array: `{"moves":{"length":[2]}}`. A client that does not have the view `from` sends `watch` without `from`.',
  '',
];

export const CLOSES: readonly string[] = [
  '## Close codes',
  '',
  '| code | name | |',
  '|---|---|---|',
  ...(Object.keys(CLOSE_CODES) as (keyof typeof CLOSE_CODES)[]).map(
    (name) => `| ${CLOSE_CODES[name]} | \`${name}\` | ${CLOSE_MEANINGS[name]} |`,
  ),
  '',
];
