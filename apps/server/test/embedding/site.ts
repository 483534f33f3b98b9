import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};
/** Where the pages of the examples expect the service. */
const SERVICE = 'http://127.0.0.1:3000';

/** The site of a customer, on an origin of its own: files of folders, and `/chat-token`, which its backend answers. */
export class Site {
  readonly url: string;
  readonly #server: Server;
  readonly #folders: readonly string[];
  /** The URL of the service. */
  service = SERVICE;
  /** What the backend answers, as a service answers that mints tokens. */
  #token: { readonly token: string | null; readonly expiresAt: string } | null = null;

  private constructor(server: Server, folders: readonly string[]) {
    this.#server = server;
    this.#folders = folders;
    const { port } = server.address() as AddressInfo;
    this.url = `http://localhost:${port}`;
    server.on('request', ({ url = '/' }, res) => void this.#answer(new URL(url, this.url).pathname, res));
  }

  /** A file is looked for in the folders one after the other. */
  static async open(folders: readonly string[]): Promise<Site> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Site(server, folders);
  }

  /** The token of the person who is signed in at the site. A page asks for it again when it has ended, by default after a day. */
  signIn(token: string | null, expiresAt = new Date(Date.now() + 86_400_000)): void {
    this.#token = { token, expiresAt: expiresAt.toISOString() };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(path: string, res: ServerResponse): Promise<void> {
    if (path === '/chat-token') {
      res.setHeader('Content-Type', 'application/json');
      res.end(JSON.stringify(this.#token));
      return;
    }
    const name = path.endsWith('/') ? `${path}index.html` : path;
    for (const folder of this.#folders) {
      const text = await readFile(join(folder, normalize(name)), 'utf8').catch(() => null);
      if (text === null) continue;
      res.setHeader('Content-Type', TYPES[extname(name)] ?? 'application/octet-stream');
      res.end(text.replaceAll(SERVICE, this.service));
      return;
    }
    res.statusCode = 404;
    res.end();
  }
}
