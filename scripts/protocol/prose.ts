import { MAX_TRIES } from '@tablier/client';
import { CLOSE_CODES, DEAD_AFTER, MAX_WATCHED, PING_AFTER, rangeText, RESTING_PING_AFTER } from '@tablier/protocol';
import { CLOSE_MEANINGS } from './meanings.ts';

const seconds = (ms: number): string => `${ms / 1000} s`;

export const VERSIONS: readonly string[] = [
  '## Versions',
  '',
  `The client sends its version in \`hello\`. This server supports ${rangeText()}. It refuses any other version with the error \`other-version\`, whose \`detail\` names the supported ones, and close code ${CLOSE_CODES.otherVersion}.`,
  '',
  'A client must ignore unknown fields and kinds of message, and treat an unknown error name as a refusal: new ones do not change the version, nor do new commands and optional fields from the client. The server refuses unknown fields as `bad-message`, except in `hello`.',
  '',
  'These raise the version: a removed or renamed field, another type or meaning, a new required field from the client, and a new value in a list that is complete in this document (`phase`, `system`, the `kind` of a chair). A server may support several versions for a while.',
  '',
];

export const LIFECYCLE: readonly string[] = [
  '## A connection from beginning to end',
  '',
  '1. Open the WebSocket, send `hello`, and wait for `welcome`. Any other message before `hello` ends the connection. `you` is `null` without a session: such a client can only watch.',
  '2. `watch` a table. The answer is `table` (the whole view), `changed` or `current` (where `from` is known), or `not-watching`. The server then sends every change, `presence` and `said`. A slow client gets fewer, newer views.',
  '3. `do` a command. The answer is `done` (the change is stored durably) or `refused`, with the `id` of the command. The new view follows in a separate message.',
  `4. Keep the connection alive. WebSocket libraries answer the pings of the server. Either side gives up a connection after ${seconds(DEAD_AFTER)} without any data. Send \`ping\` after ${seconds(PING_AFTER)} of silence to detect a lost connection; while you wait for no answer and play at no table with a clock of minutes, ${seconds(RESTING_PING_AFTER)} are enough, and the server checks you as seldom; \`pong\` also has the time of the server.`,
  '5. When the connection is lost, reconnect with a growing, randomised delay. Then send `hello`, `watch` again `from` the newest version, and send every unanswered command again with the same id.',
  '',
  '### Ids of commands',
  '',
  'The client chooses the id of a command: 1 to 64 characters of `A-Za-z0-9_-`, for example a UUID. A command that is sent again with its id is done once and has the same answer, even after a restart and on another node. Only `too-many` uses up no id. Ids are unique per person and table; those of `open` and `seek` per person. If a refused message has a readable `id` (or, for `watch`, a `table`), the answer is `refused` (or `not-watching`) with it, otherwise `error`.',
  '',
  '### What to try again',
  '',
  `After \`unavailable\` send the same command with the same id again: after 1 s, then with a doubled, randomised delay of at most 8 s. Give up after ${MAX_TRIES} tries. After \`too-many\` wait for \`retryMs\`. After \`internal\` and all other errors do not retry automatically.`,
  '',
  '### Limits',
  '',
  `- Tables watched on one connection: ${MAX_WATCHED}. Another one is refused as \`too-many-subscriptions\`.`,
  '- [Rate limits](self-hosting.md#limits): `too-many` says in `retryMs` when to continue. New connections are refused with HTTP 429 and `Retry-After`.',
  '- 30 messages on one connection that are invalid or exceed the rate limit end it.',
  '',
  '### Tables',
  '',
  '- A match begins when every chair is taken. With a clock, moves are refused as `not-started` while `match.clock.seat` is -1. The first clock starts when all players watch the table, or after 60 s.',
  '- The numbers of a clock are those at the time `since`. From then on the clock of `seat` runs, unless `paused`. `spent` is the time that the turn took until `since`. See [clocks](clocks.md).',
  '- `takeBackFrom` is the smallest number of moves that a take-back can keep. `drawAgreed` lists the seats that agree to a draw. `turnIndex` counts turns; `passed` lists the seats that were skipped because they had no move.',
  '- A move or peek with `plies` is made only at that number of moves, and otherwise refused as `position-changed`. Send it always.',
  '- [Prepared lines](api.md#prepared-moves) are not part of any view. `GET /api/v1/tables/TABLE/prepared` lists them; the `id` of a line is that of `unprepare`.',
  '- In a rematch drawn seats are drawn again; `chosen` seats move up by one, and seat 0 becomes the last.',
  '- `seek` answers with the table where the player sits: with an opponent, or alone. Watch that table. When it becomes `closed` and `movedTo` names another one, the opponent sits there: watch that one. A seek whose player stops watching ends; `stand` ends it too.',
  '- `said` of room `players` goes to the seated players, and that of `spectators` to everyone else. After the end both go to everyone.',
  '- After `enter-lobby` the server sends the newest open and running tables and the newest results, then the changes.',
  '',
  '### Changes of a view',
  '',
  '`changed` has the difference to the view of version `from`. A `Change` is `[value]` (the new value), `[]` (removed), or an object with the changes of the members, by key or index. A shorter array has the member `length`, whose change is the new length: `{"moves":{"length":[2]}}`. A client that does not have that view sends `watch` without `from`.',
  '',
];

export const CLOSES: readonly string[] = [
  '## Close codes',
  '',
  ...(Object.keys(CLOSE_CODES) as (keyof typeof CLOSE_CODES)[]).map(
    (name) => `- ${CLOSE_CODES[name]} \`${name}\`: ${CLOSE_MEANINGS[name]}`,
  ),
  '',
];
