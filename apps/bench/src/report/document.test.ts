import { expect, test } from 'vitest';
import { putSection } from './document.js';

test('replaces a section and leaves the others as they are', () => {
  const first = putSection('# Performance\n', 'w1', 'old');
  const both = putSection(first, 'w2', 'other');

  expect(putSection(both, 'w1', 'new')).toBe(
    '# Performance\n\n<!-- bench:w1 -->\n\nnew\n\n<!-- /bench:w1 -->\n\n<!-- bench:w2 -->\n\nother\n\n<!-- /bench:w2 -->\n',
  );
  expect(() => putSection('<!-- bench:w1 -->', 'w1', 'new')).toThrow('not a pair');
});
