import type { Answer, Client } from '../../src/testing/client.js';

/** A browser: it keeps cookies, as browsers do for a host whatever the port. */
export class Browser {
  readonly #cookies = new Map<string, string>();
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  get cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Calls the service, with the answer checked against the document. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const answer = await this.#client.call(method, path, body, {
      headers: { Cookie: this.cookies, ...headers },
    });
    this.keep(answer.headers);
    return answer;
  }

  /** Begins a sign-in; returns the answer's url. */
  async begin(provider: string, fields: object = {}): Promise<string> {
    const { status, body } = await this.call('POST', '/api/auth/social', { provider, ...fields });
    if (status !== 200) throw new Error(`The start answered ${status}: ${JSON.stringify(body)}`);
    return body.data.url;
  }

  /** Goes to the provider and follows it until it sends the browser back to `home`; returns the path of the callback. */
  async visit(url: string, home = this.#client.url): Promise<string> {
    for (let at = url, hops = 0; hops < 10; hops++) {
      if (at.startsWith(home)) return at.slice(home.length);
      const response = await fetch(at, { redirect: 'manual', headers: { Cookie: this.cookies } });
      this.keep(response.headers);
      await response.arrayBuffer();
      const location = response.headers.get('Location');
      if (location === null) throw new Error(`${at} answered ${response.status} without a redirect.`);
      at = new URL(location, at).href;
    }
    throw new Error('There are too many redirects.');
  }

  /** A whole sign-in up to the answer of the callback. */
  async signIn(provider: string, fields: object = {}): Promise<Answer> {
    return this.call('GET', await this.visit(await this.begin(provider, fields)));
  }

  /** Stores the cookies of an answer. */
  keep(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(cookie)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}
