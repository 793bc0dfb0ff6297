// Plays random legal moves at open tables and by invitation: node examples/bot.ts http://127.0.0.1:3000 TOKEN
import { setTimeout as pause } from 'node:timers/promises';
const [server = '', token = ''] = process.argv.slice(2);
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
type Table = { id: string; version: number; legal?: string[]; match: { plies: number } | null } & Listed;
type Listed = { chairs: { kind: string }[]; invited: number | null };
type Message = { kind: string; table: Table; changed: Table[]; error?: { name: string } };
/** `null`: the server restarts. */
const request = (path: string, more: RequestInit = {}) =>
  fetch(`${server}/api/v1${path}`, { ...more, headers: { ...headers, ...more.headers } }).catch(() => null);
const isForNow = (answer: Response | null) => answer === null || [429, 502, 503, 504].includes(answer.status);
const end = (why: string) => (console.error(why), process.exit(1));

/** Sends a command until it is answered. A command with the same id is done once, so sending it again is safe. */
async function send(path: string, id: string, content: object): Promise<void> {
  const answer = await request(path, { method: 'POST', body: JSON.stringify({ id, ...content }) });
  if (!isForNow(answer)) return;
  await pause(1000 * Number(answer?.headers.get('retry-after') ?? 1));
  return send(path, id, content);
}
const join = (id: string, chair: number) => send(`/tables/${id}/join`, `join-${id}`, { chair });
async function take({ kind, table, changed, error }: Message): Promise<void> {
  if (kind === 'error') end(`The server has ended the stream: ${error?.name}`);
  if (kind === 'own') for (const { id, invited } of changed) if (invited !== null) await join(id, invited);
  if (kind !== 'table' || table.legal === undefined) return;
  const move = table.legal[Math.floor(Math.random() * table.legal.length)];
  const action = { kind: 'move', move, plies: table.match?.plies };
  await send(`/tables/${table.id}/actions`, `move-${table.version}`, { action });
}
async function look(): Promise<void> {
  const answer = (await (await request('/tables?phase=waiting'))?.json()) as { tables?: Table[] } | undefined;
  for (const { id, chairs } of answer?.tables ?? []) await join(id, chairs.map(({ kind }) => kind).indexOf('open'));
}
setInterval(() => void look().catch(() => null), 2000);
for (let last = ''; ; await pause(1000)) {
  const stream = await request('/events', { headers: { 'last-event-id': last } });
  if (stream?.ok === false && !isForNow(stream)) end(`The server refuses the stream: ${await stream.text()}`);
  let text = '';
  const parts = stream?.body?.pipeThrough(new TextDecoderStream()) ?? [];
  try {
    for await (const part of parts) {
      const events = `${text}${part}`.split('\n\n');
      text = events.pop() ?? '';
      for (const data of events.flatMap((event) => /^data: (.*)$/m.exec(event)?.[1] ?? []))
        void take(JSON.parse(data) as Message);
      last = /^id: (.*)$/m.exec(events.at(-1) ?? '')?.[1] ?? last;
    }
  } catch {
    text = ''; // The server has gone: the stream is resumed.
  }
}
