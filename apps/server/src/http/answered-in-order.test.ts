import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { close, listen } from '../testing/listen.js';
import { answeredInOrder } from './answered-in-order.js';

/** Opens connections to a server whose requests are handled in turn. */
async function serve(listener: RequestListener): Promise<() => Promise<Socket>> {
  const server = createServer(answeredInOrder(listener));
  const port = await listen(server);
  onTestFinished(() => close(server));
  return async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
}

const connected = async (listener: RequestListener) => (await serve(listener))();

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const gets = (count: number) => Array.from({ length: count }, (_, n) => get(`/${n}`)).join('');

/** Reads a connection until `count` answers have come, and returns their bodies, which stand between < and >. */
function bodies(socket: Socket, count: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const parts: string[] = [];
    let ends = 0;
    socket.on('data', (data: Buffer) => {
      const part = data.toString('latin1');
      parts.push(part);
      for (let at = part.indexOf('>'); at !== -1; at = part.indexOf('>', at + 1)) ends++;
      if (ends < count) return;
      resolve([...parts.join('').matchAll(/\r\n\r\n<([^>]*)>/g)].map(([, body = '']) => body));
    });
    socket.resume().once('close', () => reject(new Error('the connection was closed')));
  });
}

test('of the answers to a peer that does not read, one is computed, and the rest when it reads', async () => {
  const answer = `<${'x'.repeat(16 * 1024 * 1024)}>`;
  let handled = 0;
  const open = await serve((req, res) => {
    if (req.url === '/other') return void res.end('<other>');
    handled++;
    res.end(answer);
  });
  const [socket, other] = [await open(), await open()];
  socket.pause();
  socket.write(gets(8));
  await expect.poll(() => handled).toBe(1);
  other.write(get('/other').repeat(20));
  expect(await bodies(other, 20)).toHaveLength(20);
  expect(handled).toBe(1);
  expect(await bodies(socket, 8)).toHaveLength(8);
  expect(handled).toBe(8);
});

test('a connection with 180 pipelined requests that it does not read is closed, and a few are handled', async () => {
  let handled = 0;
  const socket = await connected((_req, res) => {
    handled++;
    res.end('x'.repeat(16 * 1024 * 1024));
  });
  socket.pause();
  const closed = once(socket, 'close');
  socket.write(gets(180));
  socket.resume();
  await closed;
  expect(handled).toBe(1);
});

test('pipelined requests, with bodies and with answers of any size, are answered one by one and in order', async () => {
  const request = fc.record({
    body: fc.nat(40_000),
    answer: fc.constantFrom(0, 10, 70_000, 700_000),
    delay: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(request, { minLength: 1, maxLength: 30 }),
      fc.nat(3),
      async (requests, cuts) => {
        let underWay = 0;
        const socket = await connected((req, res) => {
          expect(++underWay).toBe(1);
          res.once('finish', () => underWay--);
          const [, n, bytes, delay] = (req.url ?? '').split('/');
          let received = 0;
          req.on('data', (data: Buffer) => {
            received += data.length;
          });
          req.on('end', () => {
            const answer = () => res.end(`<${n} ${received} ${'x'.repeat(Number(bytes))}>`);
            if (delay === 'true') setTimeout(answer, 1);
            else answer();
          });
        });
        const text = requests
          .map(
            ({ body, answer, delay }, n) =>
              `POST /${n}/${answer}/${delay} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body}\r\n\r\n${'b'.repeat(body)}`,
          )
          .join('');
        const answers = bodies(socket, requests.length);
        const size = Math.ceil(text.length / (cuts + 1));
        for (let start = 0; start < text.length; start += size) {
          socket.write(text.slice(start, start + size));
          await new Promise((resolve) => setImmediate(resolve));
        }
        const expected = requests.map(({ body, answer }, n) => `${n} ${body} ${'x'.repeat(answer)}`);
        expect(await answers).toEqual(expected);
        socket.removeAllListeners('close').destroy();
      },
    ),
    { numRuns: 25 },
  );
});

test('what comes after "Connection: close" is not handled', async () => {
  const paths: string[] = [];
  const socket = await connected((req, res) => {
    paths.push(req.url ?? '');
    setTimeout(() => res.end('<done>'), 5);
  });
  socket.resume();
  const closed = once(socket, 'close');
  socket.write(`GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n${gets(3)}`);
  await closed;
  expect(paths).toEqual(['/last']);
});
