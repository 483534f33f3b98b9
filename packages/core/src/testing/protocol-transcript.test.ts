import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ClientFrame } from '../protocol/frames.js';
import { validatedFrame } from './validated-frame.js';

const page = readFileSync(new URL('../../../../docs/protocol.md', import.meta.url), 'utf8');
const framesOf = (sender: string) =>
  [...page.matchAll(new RegExp(`^${sender} (.*)$`, 'gm'))].map(([, text = '']) => text);

test('the frames of the service in docs/protocol.md are as their schemas say', () => {
  const types = framesOf('←').map((text) => validatedFrame(text).type);
  expect([...new Set(types)].sort()).toEqual(
    ['error', 'message.created', 'pong', 'ready', 'resync', 'subscribed'].sort(),
  );
});

test('the frames of the client in docs/protocol.md are taken, but for the one that shows an error', () => {
  const refused = framesOf('→').filter((text) => !ClientFrame.safeParse(JSON.parse(text)).success);
  expect(refused).toEqual(['{"type":"subscribe","data":{"channelIds":"all"}}']);
  expect(framesOf('→').length).toBeGreaterThan(6);
});
