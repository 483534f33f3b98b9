import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId } from './id.js';

test('ids are in the order in which they were made, whatever their home, and end with its last 16 bits', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.uuid({ version: 7 }), { nil: undefined }), { minLength: 2 }),
      (homes) => {
        const ids = homes.map((home) => newId(home));
        expect(ids).toEqual([...ids].sort());
        expect(new Set(ids).size).toBe(ids.length);
        for (const [index, home] of homes.entries())
          if (home !== undefined) expect(ids[index]?.slice(-4)).toBe(home.slice(-4));
      },
    ),
  );
});
