import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = ['..', '../../../../packages/elements/src'].map((folder) =>
  join(import.meta.dirname, folder),
);

test('no element shows the content of a message, a draft or an answer as it was typed', () => {
  const sources = SOURCES.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .map((file) => join(folder, file)),
  );
  const shows = /(?:>|\})\s*\{[\w.?]*\bcontent\}/;
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((file) => shows.test(readFileSync(file, 'utf8')))).toEqual([]);
});
