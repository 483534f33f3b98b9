import { expect, test } from 'vitest';
import { countedIn, type PluralForms } from './counted.js';

const REPLIES: Readonly<Record<string, PluralForms>> = {
  ar: { one: 'رد واحد', two: 'ردان', few: '# ردود', many: '# ردًا', other: '# رد' },
  de: { one: '# Antwort', other: '# Antworten' },
  en: { one: '# reply', other: '# replies' },
  es: { one: '# respuesta', many: '# de respuestas', other: '# respuestas' },
  fr: { one: '# réponse', many: '# de réponses', other: '# réponses' },
  ja: { other: '#件の返信' },
  pt: { one: '# resposta', many: '# de respostas', other: '# respostas' },
};
/** Which digits and which spaces a locale has differs among releases of ICU. */
const plain = (text: string) =>
  text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660)).replace(/[\u00A0\u202F]/g, ' ');

test.each([
  ['ar', 0, '0 رد'],
  ['ar', 1, 'رد واحد'],
  ['ar', 2, 'ردان'],
  ['ar', 3, '3 ردود'],
  ['ar', 10, '10 ردود'],
  ['ar', 11, '11 ردًا'],
  ['ar', 99, '99 ردًا'],
  ['ar', 100, '100 رد'],
  ['ar', 102, '102 رد'],
  ['ar', 103, '103 ردود'],
  ['de', 0, '0 Antworten'],
  ['de', 1, '1 Antwort'],
  ['de', 1_100, '1.100 Antworten'],
  ['en', 0, '0 replies'],
  ['en', 1, '1 reply'],
  ['en', 1_100, '1,100 replies'],
  ['es', 0, '0 respuestas'],
  ['es', 1, '1 respuesta'],
  ['es', 11_000, '11.000 respuestas'],
  ['es', 1_000_000, '1.000.000 de respuestas'],
  ['fr', 0, '0 réponse'],
  ['fr', 1, '1 réponse'],
  ['fr', 1_100, '1 100 réponses'],
  ['fr', 1_000_000, '1 000 000 de réponses'],
  ['ja', 0, '0件の返信'],
  ['ja', 1, '1件の返信'],
  ['ja', 1_100, '1,100件の返信'],
  ['pt', 0, '0 resposta'],
  ['pt', 1, '1 resposta'],
  ['pt', 2, '2 respostas'],
  ['pt', 1_000_000, '1.000.000 de respostas'],
])('in %s: %i is %s', (language, n, expected) =>
  expect(plain(countedIn(language)(n, REPLIES[language] ?? { other: '' }))).toBe(expected),
);

test('a form that is not given is the other one', () => {
  expect(plain(countedIn('ar')(3, { other: '# شيء' }))).toBe('3 شيء');
});
