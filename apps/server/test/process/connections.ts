import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { WebSocket } from 'ws';
import { type Client, nativePath } from '../../src/testing/client.js';

/** A kept-alive connection that has received an answer. */
export async function keptAlive(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(socket, 'data');
  socket.on('error', () => {});
  return socket;
}

/** Opens a WebSocket. `closed` resolves with its close code. */
export async function openWebSocket(url: string, token: string): Promise<{ closed: Promise<number> }> {
  const headers = { Authorization: `Bearer ${token}` };
  const ws = new WebSocket(`${url.replace('http', 'ws')}/api/ws`, { headers });
  const closed = once(ws, 'close').then(([code]) => Number(code));
  await once(ws, 'open');
  return { closed };
}

/** Subscribes over SSE. `ended` resolves when the service ends the subscription. */
export async function openSubscription(caller: Client, streamId: string): Promise<{ ended: Promise<void> }> {
  const path = nativePath('realtime.events', { channels: [streamId] });
  const { body } = await caller.request('GET', path);
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('"type":"subscribed"')) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) throw new Error(`The subscription ended before its first event: ${text}`);
    text += value;
  }
  const drain = async () => {
    while ((await reader?.read())?.done === false);
  };
  return { ended: drain() };
}

/** Sends the head of a request, and its body when `finish` is called. */
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
  if (!/^HTTP\/1.1 100 /.test(String(go))) throw new Error(`The service did not ask for the body: ${go}`);
  const answer = once(socket, 'data').then(([bytes]) => String(bytes));
  return { answer, finish: () => socket.write(body) };
}

/** Tries to open a WebSocket, and closes it in any case. */
export async function upgrade(url: string, path: string): Promise<void> {
  const ws = new WebSocket(url.replace('http', 'ws') + path);
  await new Promise((resolve) => {
    ws.once('open', resolve);
    ws.once('error', resolve);
  });
  ws.terminate();
}
