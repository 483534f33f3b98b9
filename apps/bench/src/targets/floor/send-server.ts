// The baseline for sending: the least that Node and Postgres must do to store a message, deliver it to every socket and
// respond. No checks. It accepts the same requests as Palaver, so that the load generator does the same work.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { newId } from '@palaver/db';
import postgres from 'postgres-as-published';
import { WebSocketServer } from 'ws';

const AUTHOR = newId();
const address = new URL(process.env.DATABASE_URL ?? '');
const sql = postgres({
  host: address.searchParams.get('host') ?? address.hostname,
  port: Number(address.port),
  user: address.username,
  password: decodeURIComponent(address.password),
  database: address.pathname.slice(1),
  max: 20,
  onnotice: () => {},
});

await sql`create table if not exists messages (
  id uuid primary key, channel uuid not null, author uuid not null, content text not null, created_at timestamptz not null)`;
await sql`create index if not exists messages_channel on messages (channel, id)`;

const server = createServer((request, response) => {
  if (request.method === 'POST') receive(request, response);
  else respond(response, 200, { data: { status: 'ok' } });
}).listen(Number(process.env.PORT), '127.0.0.1');
const { clients } = new WebSocketServer({ server });

/** POST /api/channels/{id}/messages {content} */
function receive(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => void storeMessage(request, response, Buffer.concat(chunks).toString()));
}

async function storeMessage(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
  const channel = request.url?.slice(14, 50) ?? '';
  const message = {
    id: newId(),
    channel,
    author: AUTHOR,
    content: JSON.parse(body).content,
    createdAt: new Date(),
  };
  await sql`insert into messages (id, channel, author, content, created_at)
    values (${message.id}, ${channel}, ${AUTHOR}, ${message.content}, ${message.createdAt})`;
  if (clients.size > 0) broadcast(message);
  respond(response, 201, { data: message });
}

function broadcast(message: object): void {
  const frame = Buffer.from(JSON.stringify({ type: 'message.created', data: message }));
  for (const client of clients) client.send(frame, { binary: false });
}

function respond(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}
