import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { MultipartParser } from 'formidable';
import { expect, test } from 'vitest';
import { readMultipart } from './multipart.js';

const BOUNDARY = 'bound-ary';
const DELIMITER = `\r\n--${BOUNDARY}`;

/** A request with this body, which arrives in chunks of these sizes, the sizes repeated. */
function requestOf(body: Buffer, sizes: readonly number[]): IncomingMessage {
  const chunks: Buffer[] = [];
  for (let start = 0; start < body.length; ) {
    const size = sizes[chunks.length % sizes.length] ?? body.length;
    chunks.push(body.subarray(start, start + size));
    start += size;
  }
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  const source = Readable.from(chunks);
  const req = new IncomingMessage(new Socket());
  return Object.assign(req, { headers, iterator: () => source.iterator() });
}

async function contentsOf(req: IncomingMessage): Promise<string[]> {
  const contents: string[] = [];
  for await (const event of readMultipart(req, 1e9)) {
    if (event.type === 'part') contents.push('');
    if (event.type === 'data') contents.push((contents.pop() ?? '') + event.bytes.toString('latin1'));
  }
  return contents;
}

const piece = fc.oneof(
  fc.constantFrom(
    '\r',
    '\n',
    '-',
    '\r\n',
    '\r\n--',
    '\r\n--b',
    '\r\n--bound-ar',
    'b',
    'bound-ary',
    '\r\r\n--bound-',
  ),
  fc.string({ maxLength: 5, unit: 'binary-ascii' }),
);
const content = fc
  .array(piece, { maxLength: 30 })
  .map((pieces) => pieces.join(''))
  .filter((text) => !`\r\n${text}`.includes(DELIMITER));

test('what is sent in parts arrives as it is, wherever the chunks end and however much of it looks like a boundary', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(content, { minLength: 1, maxLength: 4 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
      async (contents, sizes) => {
        const parts = contents.map((text) => `--${BOUNDARY}\r\nContent-Type: text/plain\r\n\r\n${text}\r\n`);
        const body = Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`, 'latin1');
        expect(await contentsOf(requestOf(body, sizes))).toEqual(contents);
      },
    ),
    { numRuns: 500 },
  );
});

test.each(['\r', '\r\n--', '\r\n--bound-ar', '-', 'bound-ary'])(
  'the parser makes no token for each %j of a content',
  async (text) => {
    let tokens = 0;
    const parser = new MultipartParser();
    parser.initWithBoundary(BOUNDARY);
    parser.on('data', () => tokens++);
    const head = `--${BOUNDARY}\r\nContent-Type: text/plain\r\n\r\n`;
    const body = Buffer.from(`${head + text.repeat(65_536)}${DELIMITER}--\r\n`);
    for (let start = 0; start < body.length; start += 65_536)
      parser.write(body.subarray(start, start + 65_536));
    parser.end();
    await new Promise((resolve) => parser.on('end', resolve));
    expect(tokens).toBeLessThan(10 + (3 * body.length) / 65_536);
  },
);
