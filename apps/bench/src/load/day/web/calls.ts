import type { Answer, Wire } from './wire.js';

/** The calls of the native API, spelled as the client of TypeScript does. */
export class Calls {
  readonly #wire: Wire;

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  /** A query whose answer names positions: a request of its own. */
  query(procedure: string, input?: object): Promise<Answer> {
    return this.#wire.get(`/trpc/${procedure}${input === undefined ? '' : `?input=${encoded(input)}`}`);
  }

  /** A query in a batch, of one. */
  batched(procedure: string, input: object): Promise<Answer> {
    return this.#wire.get(`/trpc/${procedure}?batch=1&input=${encoded({ 0: input })}`);
  }

  mutate(procedure: string, input: object): Promise<Answer> {
    return this.#wire.post(
      `/trpc/${procedure}`,
      { type: 'application/json', bytes: JSON.stringify(input) },
      true,
    );
  }

  /** A write that may come twice: in a batch, of one, without a key. */
  mutateUnkeyed(procedure: string, input: object): Promise<Answer> {
    const body = { type: 'application/json', bytes: JSON.stringify({ 0: input }) };
    return this.#wire.post(`/trpc/${procedure}?batch=1`, body, false);
  }

  /** For the next connection. */
  async ticket(): Promise<string> {
    const body = { type: 'application/json', bytes: '{}' };
    const { text } = await this.#wire.post('/trpc/realtime.ticket?batch=1', body, false);
    return stringAfter(text, '"ticket":"');
  }

  /** Uploads one file, and returns the id of the attachment. */
  async upload(channelId: string, file: Buffer): Promise<string> {
    const boundary = 'day-of-the-benchmark';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="picture.png"\r\nContent-Type: image/png\r\n\r\n`;
    const bytes = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    const body = { type: `multipart/form-data; boundary=${boundary}`, bytes };
    const { text } = await this.#wire.post(`/api/channels/${channelId}/attachments`, body, true);
    return stringAfter(text, '"id":"');
  }
}

/** The first string after a mark, without parsing the rest of a page. Empty where there is none. */
export function stringAfter(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at === -1 ? '' : text.slice(at + mark.length, text.indexOf('"', at + mark.length));
}

function encoded(input: object): string {
  return encodeURIComponent(JSON.stringify(input));
}
