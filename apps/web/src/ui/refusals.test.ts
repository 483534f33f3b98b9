import { expect, test } from 'vitest';

const SOURCES: Record<string, string> = import.meta.glob(
  ['../**/*.{ts,tsx}', '../../../../packages/elements/src/**/*.{ts,tsx}', '!../**/*.test.ts'],
  { query: '?raw', import: 'default', eager: true },
);

/** Where the sentences of refusals are made: elsewhere the issues would be left out. */
const MAKERS = /\/ui\/refusal(?:\.test)?\.ts$/;

test('what a refusal says is read in one place', () => {
  const others = Object.entries(SOURCES).filter(
    ([path, text]) => !MAKERS.test(path) && /\b(?:cause|error|refused)\??\.message\b/.test(text),
  );
  expect(Object.keys(SOURCES).length).toBeGreaterThan(300);
  expect(others.map(([path]) => path)).toEqual([]);
});
