// Plays random legal moves at open tables and by invitation: node examples/bot.ts http://127.0.0.1:3000 TOKEN
import { setTimeout as pause } from 'node:timers/promises';
const [server = '', token = ''] = process.argv.slice(2);
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
type Table = { id: string; version: number; legal?: string[]; chairs: { kind: string }[]; invited: number | null };
type Message = { kind: string; table: Table; changed: Table[] };

/** Sends a command until it is answered. A command with the same id is done once, so sending it again is safe. */
async function send(path: string, id: string, content: object): Promise<void> {
  const body = JSON.stringify({ id, ...content });
  const answer = await fetch(`${server}/api/v1${path}`, { method: 'POST', headers, body }).catch(() => null);
  if (answer !== null && answer.status < 500 && answer.status !== 429) return;
  await pause(1000 * Number(answer?.headers.get('retry-after') ?? 1));
  return send(path, id, content);
}
const join = (id: string, chair: number) => send(`/tables/${id}/join`, `join-${id}`, { chair });
async function take({ kind, table, changed }: Message): Promise<void> {
  if (kind === 'own') for (const { id, invited } of changed) if (invited !== null) await join(id, invited);
  if (kind !== 'table' || table.legal === undefined) return;
  const move = table.legal[Math.floor(Math.random() * table.legal.length)];
  await send(`/tables/${table.id}/actions`, `move-${table.version}`, { action: { kind: 'move', move } });
}
async function look(): Promise<void> {
  const { tables } = (await (await fetch(`${server}/api/v1/tables?phase=waiting`)).json()) as { tables: Table[] };
  for (const { id, chairs } of tables) await join(id, chairs.map(({ kind }) => kind).indexOf('open'));
}
setInterval(() => void look().catch(() => null), 2000);
for (let last = ''; ; await pause(1000)) {
  const wanted = { headers: { ...headers, 'last-event-id': last } };
  const { body } = (await fetch(`${server}/api/v1/events`, wanted).catch(() => null)) ?? {};
  let text = '';
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const events = `${text}${part}`.split('\n\n');
    text = events.pop() ?? '';
    last = /^id: (.*)$/m.exec(events.at(-1) ?? '')?.[1] ?? last;
    for (const event of events) void take(JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? '{}') as Message);
  }
}
