import { expect, test } from 'vitest';
import { isReadyToSend } from './ready-to-send.js';

const DONE = { id: 'f1', failed: false };
const RUNNING = { id: null, failed: false };
const FAILED = { id: null, failed: true };

test.each([
  ['nothing', '', [], false],
  ['white space', ' \n\t', [], false],
  ['a text', 'hello', [], true],
  ['a file', '', [DONE], true],
  ['a text and a file on its way', 'hello', [RUNNING], false],
  ['a file, and one on its way', '', [DONE, RUNNING], false],
  ['a file that has failed', '', [FAILED], false],
  ['a text and a file that has failed', 'hello', [FAILED], true],
])('%s can be sent: %s', (_name, text, items, expected) => expect(isReadyToSend(text, items)).toBe(expected));
