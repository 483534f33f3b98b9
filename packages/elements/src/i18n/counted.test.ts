import { expect, test } from 'vitest';
import { counted } from './counted.js';

const FORMS = { one: 'رد واحد', two: 'ردان', few: '# ردود', many: '# ردًا', other: '# رد' };
/** Which digits a locale has differs among releases of ICU. */
const western = (text: string) => text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));

test.each([
  [0, '0 رد'],
  [1, 'رد واحد'],
  [2, 'ردان'],
  [3, '3 ردود'],
  [10, '10 ردود'],
  [11, '11 ردًا'],
  [99, '99 ردًا'],
  [100, '100 رد'],
  [102, '102 رد'],
  [103, '103 ردود'],
])('%i in Arabic', (n, expected) => expect(western(counted(n, FORMS))).toBe(expected));

test('a form that is not given is the other one', () => {
  expect(western(counted(3, { other: '# شيء' }))).toBe('3 شيء');
});
