import { expect, test } from 'vitest';
import { safeFilename } from './filename.js';

test.each([
  ['report.pdf', 'report.pdf'],
  ['my file (1).tar.gz', 'my file (1).tar.gz'],
  ['../../etc/passwd', 'passwd'],
  ['/etc/shadow', 'shadow'],
  ['C:\\Users\\me\\photo.jpg', 'photo.jpg'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['a/b\\c.txt', 'c.txt'],
  ['..', 'file'],
  ['.', 'file'],
  ['...', 'file'],
  ['', 'file'],
  ['   ', 'file'],
  ['folder/', 'file'],
  ['\0\r\n\t', 'file'],
  ['.htaccess', '.htaccess'],
  ['a\0b.txt', 'ab.txt'],
  ['a\r\nSet-Cookie: x=1.txt', 'aSet-Cookie: x=1.txt'],
  ['say "hi".txt', 'say "hi".txt'],
  ["it's; filename=x.txt", "it's; filename=x.txt"],
  ['a%2Fb.txt', 'a%2Fb.txt'],
  ['naïve 文件 файл ملف.txt', 'naïve 文件 файл ملف.txt'],
  ['👩‍👩‍👧 family.png', '👩‍👩‍👧 family.png'],
  ['invoice_\u202Egpj.exe', 'invoice_gpj.exe'],
  ['\u2066a\u2069\u200Fb.txt', 'ab.txt'],
  ['a\u2028b\u2029c\u0085d.txt', 'abcd.txt'],
  ['half \uD83D pair.txt', 'half \uFFFD pair.txt'],
  ['  padded.txt  ', 'padded.txt'],
])('%j is kept as %j', (name, kept) => {
  expect(safeFilename(name)).toBe(kept);
});

test.each([
  ['a'.repeat(300), 'a'.repeat(255)],
  [`${'a'.repeat(300)}.jpeg`, `${'a'.repeat(250)}.jpeg`],
  [`${'😀'.repeat(300)}.png`, `${'😀'.repeat(251)}.png`],
  [`a.${'b'.repeat(300)}`, `a.${'b'.repeat(253)}`],
  [`.${'b'.repeat(300)}`, `.${'b'.repeat(254)}`],
])('%s is cut to 255 characters', (name, kept) => {
  expect(safeFilename(name)).toBe(kept);
});
