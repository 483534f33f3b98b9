import { describe, expect, test } from 'vitest';
import { afterUploadChange, NOTHING_STAGED, readiness, type Upload, type UploadChange } from './uploads.js';

const item = (key: string, changes: Partial<Upload> = {}): Upload => ({
  key,
  name: `${key}.png`,
  sizeBytes: 3,
  preview: null,
  progress: 0,
  problem: null,
  id: null,
  ...changes,
});
const after = (...changes: UploadChange[]) => changes.reduce(afterUploadChange, NOTHING_STAGED);
const added: UploadChange = { type: 'added', items: [item('a'), item('b')] };
const arrived = (key: string): UploadChange => ({ type: 'arrived', key, id: `id of ${key}` });
const sent: UploadChange = { type: 'sent' };

test('files arrive in any order and stay in that of their choice', () => {
  const { items } = after(added, arrived('b'), { type: 'progressed', key: 'a', progress: 0.5 });
  expect(items).toEqual([item('a', { progress: 0.5 }), item('b', { progress: 1, id: 'id of b' })]);
});

describe('a message that is sent during an upload', () => {
  test('waits for all of its files', () => {
    expect(after(added, arrived('a'), sent).isWaiting).toBe(true);
    const ready = after(added, sent, arrived('a'), arrived('b'));
    expect([ready.isWaiting, readiness('', ready.items)]).toEqual([true, 'ready']);
  });

  const ends: Record<UploadChange['type'], boolean> = {
    added: true,
    progressed: false,
    arrived: false,
    failed: true,
    begunAgain: true,
    removed: true,
    sent: false,
    written: true,
  };
  const changes: Record<UploadChange['type'], UploadChange> = {
    added: { type: 'added', items: [item('c')] },
    progressed: { type: 'progressed', key: 'a', progress: 0.1 },
    arrived: arrived('a'),
    failed: { type: 'failed', key: 'a', problem: 'Too large.' },
    begunAgain: { type: 'begunAgain', key: 'a' },
    removed: { type: 'removed', key: 'a' },
    sent,
    written: { type: 'written' },
  };
  test.each(Object.values(changes))('no longer waits after: $type', (change) => {
    expect(after(added, sent, change).isWaiting).toBe(!ends[change.type]);
  });
});

test('a file that has failed can be begun again', () => {
  const failed = after(added, { type: 'failed', key: 'a', problem: 'Too large.' });
  expect(failed.items[0]).toEqual(item('a', { problem: 'Too large.' }));
  expect(afterUploadChange(failed, { type: 'begunAgain', key: 'a' }).items[0]).toEqual(item('a'));
});

const DONE = { id: 'f1', problem: null };
const RUNNING = { id: null, problem: null };
const FAILED = { id: null, problem: 'Too large.' };

test.each([
  ['nothing', '', [], 'nothing'],
  ['white space', ' \n\t', [], 'nothing'],
  ['a text', 'hello', [], 'ready'],
  ['a file', '', [DONE], 'ready'],
  ['a text and a file on its way', 'hello', [RUNNING], 'uploading'],
  ['a file, and one on its way', '', [DONE, RUNNING], 'uploading'],
  ['a file that has failed', '', [FAILED], 'nothing'],
  ['a text and a file that has failed', 'hello', [FAILED], 'ready'],
])('%s: %s', (_name, text, items, expected) => expect(readiness(text, items)).toBe(expected));
