import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';
import { type Client, nativePath } from '../../src/testing/client.js';

/** A connection that has had its answer and waits for another request. */
export async function keptAlive(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  socket.on('error', () => {});
  return socket;
}

/** Opens a WebSocket, and tells the code it will be closed with. */
export async function openWebSocket(url: string, token: string): Promise<{ closed: Promise<number> }> {
  const headers = { Authorization: `Bearer ${token}` };
  const ws = new WebSocket(`${url.replace('http', 'ws')}/api/ws`, { headers });
  const closed = once(ws, 'close').then(([code]) => Number(code));
  await once(ws, 'open');
  return { closed };
}

/** Subscribes over SSE, and tells when that has ended. */
export async function openSubscription(caller: Client, streamId: string): Promise<{ ended: Promise<void> }> {
  const path = nativePath('realtime.events', { channels: [streamId] });
  const { body } = await caller.request('GET', path);
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('"type":"subscribed"')) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) throw new Error(`The subscription ended at once: ${text}`);
    text += value;
  }
  const drain = async () => {
    while ((await reader?.read())?.done === false);
  };
  return { ended: drain() };
}

/** A request whose head has been read and whose body is still to come. */
export async function halfRequest(url: string, token: string, body: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const head = [
    'POST /api/servers HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const [go] = await once(socket, 'data');
  if (!/^HTTP\/1.1 100 /.test(String(go))) throw new Error(`The body was not asked for: ${go}`);
  const answer = once(socket, 'data').then(([bytes]) => String(bytes));
  return { answer, finish: () => socket.write(body) };
}

/** Tries to open a WebSocket, and ends it whatever comes. */
export async function upgrade(url: string, path: string): Promise<void> {
  const ws = new WebSocket(url.replace('http', 'ws') + path);
  await new Promise((resolve) => {
    ws.once('open', resolve);
    ws.once('error', resolve);
  });
  ws.terminate();
}
