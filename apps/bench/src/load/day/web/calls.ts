import type { Answer, Wire } from './wire.js';

/** The answer of a query. */
export interface Read {
  readonly data: unknown;
  /** The positions that it has beside its data, or null. */
  readonly streamSeq: string | null;
}

/** The calls of the native API, spelled as the client of TypeScript does. */
export class Calls {
  readonly #wire: Wire;
  readonly #snapshots: Batches;
  readonly #others: Batches;

  constructor(wire: Wire) {
    this.#wire = wire;
    this.#snapshots = new Batches(wire);
    this.#others = new Batches(wire);
  }

  /** A query whose answer has positions. */
  snapshot(procedure: string, input?: object): Promise<Read> {
    return this.#snapshots.call(procedure, input);
  }

  query(procedure: string, input: object): Promise<Read> {
    return this.#others.call(procedure, input);
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

interface Waiting {
  readonly procedure: string;
  readonly input: object | undefined;
  readonly resolve: (read: Read) => void;
  readonly reject: (error: unknown) => void;
}

type BatchAnswer = ReadonlyArray<{
  readonly result?: { readonly data: unknown; readonly streamSeq?: string };
  readonly error?: unknown;
}>;

/** That of the client (`packages/client/src/api/links.ts`). */
const BATCH_MAX = 10;

/** Sends the queries of the same instant in one request. */
class Batches {
  readonly #wire: Wire;
  #waiting: Waiting[] = [];

  constructor(wire: Wire) {
    this.#wire = wire;
  }

  call(procedure: string, input: object | undefined): Promise<Read> {
    if (this.#waiting.length === 0) setTimeout(() => this.#sendAll());
    return new Promise((resolve, reject) => this.#waiting.push({ procedure, input, resolve, reject }));
  }

  #sendAll(): void {
    const all = this.#waiting;
    this.#waiting = [];
    for (let at = 0; at < all.length; at += BATCH_MAX) void this.#send(all.slice(at, at + BATCH_MAX));
  }

  async #send(calls: readonly Waiting[]): Promise<void> {
    const path = calls.map(({ procedure }) => procedure).join(',');
    const inputs = encoded(Object.fromEntries(calls.map(({ input }, n) => [n, input])));
    try {
      const { text } = await this.#wire.get(`/trpc/${path}?batch=1&input=${inputs}`);
      const answers: BatchAnswer = JSON.parse(text);
      for (const [n, { procedure, resolve, reject }] of calls.entries()) {
        const { result, error } = answers[n] ?? {};
        if (result) resolve({ data: result.data, streamSeq: result.streamSeq ?? null });
        else reject(new Error(`${procedure}: ${JSON.stringify(error)}`));
      }
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }
}

function encoded(input: object): string {
  return encodeURIComponent(JSON.stringify(input));
}
