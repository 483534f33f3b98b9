import { expect, test } from 'vitest';
import { pageAfter, withPage } from './pages.js';

test.each([0, 1, 49, 50, 51, 100, 120, 150])(
  'of %i items each is read once, and nothing is asked for after the last page',
  (count) => {
    const all = Array.from({ length: count }, (_, index) => `item ${index}`);
    const read = ({ limit, before }: ReturnType<typeof pageAfter>) => {
      const from = before === undefined ? 0 : all.indexOf(before) + 1;
      return all.slice(from, from + limit);
    };
    let loaded: ReturnType<typeof withPage<string>> = { items: [], isWhole: false };
    let requests = 0;
    while (!loaded.isWhole && requests < 10) {
      const request = pageAfter(loaded.items, (item) => item);
      loaded = withPage(loaded.items, read(request), request);
      requests++;
    }
    expect(loaded).toEqual({ items: all, isWhole: true });
    expect(requests).toBe(Math.floor(count / 50) + 1);
  },
);
