import { expect, test } from 'vitest';
import { frameReader, textFrame } from './frames.js';

/** A text frame of a server, which has no mask. */
function serverFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const head =
    payload.length < 126 ? [0x81, payload.length] : [0x81, 126, payload.length >> 8, payload.length & 0xff];
  return Buffer.concat([Buffer.from(head), payload]);
}

function reader() {
  const texts: string[] = [];
  const pongs: Buffer[] = [];
  const closes: string[] = [];
  const read = frameReader({
    onText: (bytes, start, end) => texts.push(bytes.toString('utf8', start, end)),
    onPing: (pong) => pongs.push(pong),
    onClose: (reason) => closes.push(reason),
  });
  return { read, texts, pongs, closes };
}

test('finds the frames for every size of chunk', () => {
  const sent = ['short', 'm'.repeat(125), 'm'.repeat(126), 'm'.repeat(60_000), ''];
  const stream = Buffer.concat(sent.map(serverFrame));
  for (const size of [1, 2, 3, 7, 1_000, stream.length]) {
    const { read, texts } = reader();
    for (let at = 0; at < stream.length; at += size) read(stream.subarray(at, at + size));
    expect(texts).toEqual(sent);
  }
});

test('answers pings and reports a close', () => {
  const { read, texts, pongs, closes } = reader();
  read(Buffer.from([0x89, 0, 0x88, 2, 0x11, 0x3a, 0x88, 0]));
  expect(pongs).toHaveLength(1);
  expect(closes).toEqual(['closed with 4410', 'closed with no code']);
  expect(texts).toEqual([]);
});

test('masks a frame of a client', () => {
  const frame = textFrame('m'.repeat(200));
  expect(frame.subarray(0, 8)).toEqual(Buffer.from([0x81, 0xfe, 0, 200, 0, 0, 0, 0]));
  expect(frame.subarray(8).toString()).toBe('m'.repeat(200));
});
