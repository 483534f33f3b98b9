import { expect, test } from 'vitest';
import { type NodeSetup, NodeSetupError, requireSameSetup } from './setup.js';

const SETUP: NodeSetup = { files: 'disk a', redis: 'none', keys: 'old' };
const own = { version: '0.3.1', setup: SETUP };

test.each([
  ['nobody else', []],
  ['a node that is the same', [own]],
  ['the release before', [{ ...own, version: '0.2.9' }]],
  ['the next release', [{ ...own, version: '0.4.0' }]],
  ['a release that says nothing of its setup', [{ version: '0.3.0', setup: null }]],
])('%s is no reason against a start', (_, others) => {
  expect(() => requireSameSetup(own, others)).not.toThrow();
});

test.each([
  ['other files', { ...own, setup: { ...SETUP, files: 'disk b' } }, /keeps its files elsewhere/],
  ['another Redis', { ...own, setup: { ...SETUP, redis: 'b' } }, /REDIS_URL: another node/],
  ['two releases before', { ...own, version: '0.1.0' }, /release 0\.1\.0, and this one is 0\.3\.1/],
  ['another major version', { ...own, version: '1.3.1' }, /release 1\.3\.1/],
])('a node with %s is', (_, other, sentence) => {
  expect(() => requireSameSetup(own, [own, other])).toThrow(NodeSetupError);
  expect(() => requireSameSetup(own, [own, other])).toThrow(sentence);
});

// The order of a rotation without a gap: first all nodes know both keys, then they seal under the new one.
test.each([
  { keys: 'old', other: 'old next', fits: true },
  { keys: 'old next', other: 'old next', fits: true },
  { keys: 'next old', other: 'old next', fits: true },
  { keys: 'next old', other: 'next', fits: true },
  { keys: 'next', other: 'next old', fits: true },
  { keys: 'next old', other: 'old', fits: false },
  { keys: 'old', other: 'next old', fits: false },
  { keys: 'next', other: 'old', fits: false },
  { keys: 'next', other: 'old next', fits: false },
  { keys: 'old', other: undefined, fits: true },
  { keys: 'next old', other: undefined, fits: false },
])('keys "$keys" beside "$other": $fits', ({ keys, other, fits }) => {
  const start = () =>
    requireSameSetup({ ...own, setup: { ...SETUP, keys } }, [
      { ...own, setup: other === undefined ? {} : { keys: other } },
    ]);
  if (fits) expect(start).not.toThrow();
  else expect(start).toThrow(/SECRET_KEY: another node/);
});

test('all differences are told at once', () => {
  const other = { version: '0.9.0', setup: { files: 'b', redis: 'b' } };
  expect(() => requireSameSetup(own, [other])).toThrow(
    /elsewhere[\s\S]*REDIS_URL[\s\S]*0\.9\.0[\s\S]*five seconds/,
  );
});
