import { describe, expect, test } from 'vitest';
import { messageWith } from '../testing/records.js';
import { OpenEdits, saveOf, withRescued } from './open-edits.js';

const message = messageWith({ id: 'm1', content: 'as it was' });

/** Edits, and what takes the message from them. */
function opened() {
  let gone = () => {};
  let watched = 0;
  const edits = new OpenEdits((_message, onGone) => {
    gone = onGone;
    watched += 1;
    return () => {
      watched -= 1;
    };
  });
  edits.begin('channel', message);
  return { edits, remove: () => gone(), watched: () => watched };
}

describe('the texts that are being changed', () => {
  test('begin as the message is, and keep what is typed when it is opened again', () => {
    const { edits, watched } = opened();
    expect(edits.textOf('channel', 'm1')).toBe('as it was');
    edits.write('channel', 'm1', 'as it is');
    edits.begin('channel', message);
    expect(edits.textOf('channel', 'm1')).toBe('as it is');
    expect(edits.lastBegun('channel')).toBe('m1');
    expect(watched()).toBe(1);
  });

  test('a message of a thread is open where it was opened alone', () => {
    const { edits } = opened();
    expect(edits.textOf('thread', 'm1')).toBeNull();
    expect(edits.lastBegun('thread')).toBeNull();
    edits.write('thread', 'm1', 'nowhere');
    expect(edits.textOf('channel', 'm1')).toBe('as it was');
  });

  test('what opens and closes is another version, what is typed is not; both are told', () => {
    const { edits, watched } = opened();
    let told = 0;
    const stop = edits.subscribe(() => {
      told += 1;
    });
    const { version } = edits;
    edits.write('channel', 'm1', 'typed');
    expect(edits.version).toBe(version);
    edits.end('channel', 'm1');
    expect(edits.version).not.toBe(version);
    expect(told).toBe(2);
    expect(edits.textOf('channel', 'm1')).toBeNull();
    expect(watched()).toBe(0);
    stop();
    edits.begin('channel', message);
    expect(told).toBe(2);
  });

  test.each([
    ['what was typed is given once', 'typed', [{ message, text: 'typed' }]],
    ['a text that is as it was is not', 'as it was', []],
    ['an empty text is not', ' ', []],
  ])('of a message that is gone: %s', (_case, text, lost) => {
    const { edits, remove, watched } = opened();
    edits.write('channel', 'm1', text);
    remove();
    expect(edits.textOf('channel', 'm1')).toBeNull();
    expect(edits.takeLost()).toEqual(lost);
    expect(edits.takeLost()).toEqual([]);
    expect(watched()).toBe(0);
  });
});

describe('what Save means', () => {
  const withFile = messageWith({
    content: 'as it was',
    attachments: [
      {
        id: 'a',
        messageId: 'm1',
        filename: 'a.png',
        storedPath: '/api/attachments/a',
        mimeType: 'image/png',
        sizeBytes: 1,
        width: 1,
        height: 1,
        createdAt: message.createdAt,
      },
    ],
  });
  test.each([
    ['the same text', 'as it was', message, 'nothing'],
    ['another text', 'as it is', message, 'edit'],
    ['no text', ' \n', message, 'ask-delete'],
    ['no text beside a file', '', withFile, 'edit'],
  ])('%s', (_case, text, changed, expected) => {
    expect(saveOf(text, changed)).toBe(expected);
  });
});

test('what is rescued comes after what is in the field already', () => {
  expect(withRescued(' ', 'typed')).toBe('typed');
  expect(withRescued('begun', 'typed')).toBe('begun\n\ntyped');
});
