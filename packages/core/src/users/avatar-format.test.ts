import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { refusedWith } from '../testing/expect.js';
import { avatarFormatOf } from './avatar-format.js';
import { plain, svg } from './avatar-images.fixture.js';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const doctype =
  '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';
const entities = '<!DOCTYPE svg [ <!ENTITY ns "http://www.w3.org/2000/svg"> ]>';

test.each([
  ['bare', ''],
  ['after white space', ' \r\n\t'],
  ['after a byte order mark', '\uFEFF'],
  ['after a declaration', declaration],
  ['after a comment', '<!-- Made by <svg> people > all -->'],
  ['after a document type', declaration + doctype],
  ["after an editor's entities", declaration + entities],
  ['after all of these', `${declaration}<!-- a -->\n<?app x?>${entities}<!-- b -->`],
])('an SVG %s is one', async (_name, prolog) => {
  expect(await avatarFormatOf(Buffer.concat([Buffer.from(prolog), svg('')]))).toBe('image/svg+xml');
});

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  'a file of the format %s is found',
  async (format) => {
    expect(await avatarFormatOf(await plain(8, 6).toFormat(format).toBuffer())).toBe(`image/${format}`);
  },
);

test.each([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('just words')],
  ['HTML', Buffer.from('<!DOCTYPE html><html><svg></svg></html>')],
  ['XML that is no SVG', Buffer.from(`${declaration}<note>svg</note>`)],
  ['a PPM', Buffer.from('P3 1 1 255 255 0 0\n')],
])('%s is refused', async (_name, bytes) => {
  await refusedWith('IMAGE_UNREADABLE', avatarFormatOf(bytes));
});

const otherTypes: Record<string, [string, () => Buffer | Promise<Buffer>]> = {
  'a TIFF': ['image/tiff', () => plain(80, 60).tiff().toBuffer()],
  'a BMP': ['image/bmp', () => Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)])],
  'a HEIC': ['image/heic', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
  'a PDF': ['a file of this type', () => Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj<</Type/Catalog>>endobj\n')],
  'an SVG in UTF-16': ['a file of this type', () => Buffer.from(`\uFEFF${svg('')}`, 'utf16le')],
  'a compressed SVG': ['a file of this type', () => gzipSync(svg(''))],
};

test.each(Object.entries(otherTypes))(
  '%s is refused with its type and the types that are accepted',
  async (_name, [type, make]) => {
    const refused = avatarFormatOf(await make());
    await refusedWith('UNSUPPORTED_MEDIA_TYPE', refused);
    await expect(refused).rejects.toThrow(
      `The image cannot be ${type}; send a JPEG, PNG, WebP, GIF, AVIF or SVG image.`,
    );
  },
);
