import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import WebSocket from 'ws';

/** The Chromium on the PATH; undefined where there is none. */
export const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

/** Its path, for a library that does not look on the PATH. */
export const CHROMIUM_PATH =
  CHROMIUM === undefined ? undefined : spawnSync('which', [CHROMIUM], { encoding: 'utf8' }).stdout.trim();

/** A page in a headless Chromium, driven by the DevTools protocol. */
export interface BrowserPage {
  /** Runs an async function's body in the page. Resolves with what it returns; rejects with its error. */
  run(body: string): Promise<unknown>;
  /** Calls a method of the DevTools protocol for the page. */
  devTools(method: string, params: object): Promise<unknown>;
  /** The addresses of all requests so far. */
  readonly requested: readonly string[];
  close(): Promise<void>;
}

interface Reply {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly request?: { readonly url: string } };
  readonly result?: {
    readonly targetId?: string;
    readonly sessionId?: string;
    readonly result?: { readonly value?: unknown };
    readonly exceptionDetails?: { readonly exception?: { readonly description?: string } };
  };
}

/** Opens an address in a browser of its own. */
export async function openPage(program: string, url: string): Promise<BrowserPage> {
  const profile = await mkdtemp(join(tmpdir(), 'palaver-browser-'));
  const flags = ['--headless=new', '--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const child = spawn(program, [...flags, 'about:blank'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const socket = new WebSocket(await debuggerAddress(child));
  await once(socket, 'open');
  const requested: string[] = [];
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.on('message', (data) => {
    const reply: Reply = JSON.parse(String(data));
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply);
    const sent = reply.method === 'Network.requestWillBeSent' ? reply.params?.request?.url : undefined;
    if (sent !== undefined) requested.push(sent);
  });
  let calls = 0;
  const call = (method: string, params: object, sessionId?: string) =>
    new Promise<Reply>((resolve) => {
      waiting.set(++calls, resolve);
      socket.send(JSON.stringify({ id: calls, method, params, sessionId }));
    });
  const { result: target } = await call('Target.createTarget', { url: 'about:blank' });
  const attached = await call('Target.attachToTarget', { targetId: target?.targetId, flatten: true });
  const session = attached.result?.sessionId;
  await call('Network.enable', {}, session);
  await call('Page.navigate', { url }, session);
  return {
    requested,
    devTools: async (method, params) => (await call(method, params, session)).result,
    run: async (body) => {
      const expression = `(async () => { ${body} })()`;
      const { result } = await call(
        'Runtime.evaluate',
        { expression, awaitPromise: true, returnByValue: true },
        session,
      );
      if (result?.exceptionDetails) throw new Error(result.exceptionDetails.exception?.description);
      return result?.result?.value;
    },
    close: async () => {
      socket.close();
      child.kill();
      await once(child, 'exit');
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** Chromium prints where its DevTools listen. */
async function debuggerAddress({ stderr }: ChildProcess): Promise<string> {
  if (stderr === null) throw new Error('The browser was started without a pipe for its errors.');
  for await (const line of createInterface(stderr)) {
    const [, address] = /^DevTools listening on (ws:\S+)/.exec(line) ?? [];
    if (address !== undefined) {
      stderr.resume();
      return address;
    }
  }
  throw new Error('The browser ended before it listened.');
}
