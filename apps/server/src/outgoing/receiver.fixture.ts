import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { close, listen } from '../testing/listen.js';

/** A call as the receiver got it. */
export interface Received {
  readonly id: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it as they like
  readonly data: any;
}

/** Answers a call. It may leave it without an answer. */
type Behaviour = (received: Received, res: ServerResponse) => void | Promise<void>;

/** A receiver of webhooks on loopback, which takes what it gets until it is told something else. */
export interface TestReceiver {
  readonly url: string;
  readonly port: number;
  readonly received: readonly Received[];
  behave(behaviour: Behaviour): void;
  /** What it has got below a path, each call by the content of its message or by its type. */
  at(path: string): readonly Received[];
  /** Resolves once it has got this many calls below a path. */
  until(path: string, count: number): Promise<readonly Received[]>;
  stop(): Promise<void>;
}

export const accept: Behaviour = (_received, res) => void res.writeHead(204).end();

export async function startReceiver(): Promise<TestReceiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  let behaviour = accept;
  const server = createServer((req, res) => {
    void text(req).then(async (body) => {
      const { type, data } = JSON.parse(body);
      const { headers, url: path = '' } = req;
      const call = { id: String(headers['webhook-id']), path, headers, body, type, data };
      received.push(call);
      for (const look of [...waiting]) look();
      await behaviour(call, res);
    });
  });
  const port = await listen(server);
  const at = (path: string) => received.filter((call) => call.path.startsWith(path));
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    behave: (next) => {
      behaviour = next;
    },
    at,
    until: (path, count) =>
      new Promise((resolve) => {
        const look = () => {
          if (at(path).length < count) return;
          waiting.delete(look);
          resolve(at(path));
        };
        waiting.add(look);
        look();
      }),
    stop: () => close(server),
  };
}

/** Whether one of the signatures of a call was made with a secret, by the library of Standard Webhooks, whenever that was. */
export function isSignedWith(secret: string, { id, headers, body }: Received): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
  const expected = new Webhook(secret).sign(id, at, body);
  return String(headers['webhook-signature']).split(' ').includes(expected);
}
