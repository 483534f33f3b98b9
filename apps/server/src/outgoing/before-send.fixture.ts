import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { close, listen } from '../testing/listen.js';

/** Of the tests. */
export const HOOK_SECRET = `whsec_${Buffer.alloc(32, 'palaver').toString('base64')}`;

/** A question that the hook has got; its signature was verified. */
export interface Asked {
  readonly id: string;
  readonly type: string;
  readonly data: Record<string, unknown> & { readonly content: string };
}

/** What the hook does with a question: an answer as JSON, or anything else with the response. */
type Behaviour = (asked: Asked, res: ServerResponse) => object | undefined | Promise<object | undefined>;

/** A hook on loopback. */
export interface TestHook {
  readonly url: string;
  readonly asked: readonly Asked[];
  /** Accepts everything until it is told something else. */
  behave(behaviour: Behaviour): void;
  /** Stops to listen; `start` listens on the same port again. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Starts a hook that accepts what is asked. It answers 401 to what is not signed with `HOOK_SECRET`. */
export async function startHook(): Promise<TestHook> {
  const webhook = new Webhook(HOOK_SECRET);
  const asked: Asked[] = [];
  let behaviour: Behaviour = () => ({ action: 'accept' });
  const serve = async (req: IncomingMessage, res: ServerResponse) => {
    const body = await text(req);
    // The library throws for a wrong signature, which ends the connection.
    const question = webhook.verify(body, req.headers as Record<string, string>) as Omit<Asked, 'id'>;
    const item = { ...question, id: String(req.headers['webhook-id']) };
    asked.push(item);
    const answer = await behaviour(item, res);
    if (answer) res.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer));
  };
  const server = createServer((req, res) => {
    serve(req, res).catch(() => res.writeHead(401).end());
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/before-send/?of=palaver`,
    asked,
    behave: (next) => {
      behaviour = next;
    },
    stop: () => close(server),
    start: () => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve)),
  };
}
