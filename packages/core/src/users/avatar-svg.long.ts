import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../testing/expect.js';
import { colour, plain, svg, WHITE } from './avatar-images.fixture.js';
import { decodeImage, toAvatarImage } from './avatar-raster.js';

/** Red things on this machine and in the network, which would show on the white ground of the attacks. */
let folder: string;
let server: Server;
let origin: string;
const asked: string[] = [];

const ground = '<rect width="512" height="512" fill="white"/>';
const redSquare = '<rect id="r" xmlns="http://www.w3.org/2000/svg" width="512" height="512" fill="red"/>';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palaver-svg-'));
  const red = await plain(16, 16).png().toBuffer();
  await writeFile(join(folder, 'red.png'), red);
  await writeFile(join(folder, 'red.svg'), svg(redSquare));
  await writeFile(join(folder, 'red.xml'), redSquare);
  await writeFile(join(folder, 'red.css'), '.c { fill: red }');
  server = createServer((req, res) => {
    asked.push(String(req.url));
    res.end(red);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server's address is an object; only one on a pipe has a text.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

const picture = (href: string) => svg(`${ground}<image width="512" height="512" href="${href}"/>`);
const linked = (href: string) => svg(`${ground}<image width="512" height="512" xlink:href="${href}"/>`);
const styled = (css: string) =>
  svg(`<style>${css}</style>${ground}<rect class="c" width="512" height="512" fill="white"/>`);
const documented = (subset: string, content: string) =>
  Buffer.concat([Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg ${subset}>`), svg(ground + content)]);

describe('nothing outside the file is read', () => {
  const attacks: Record<string, () => Buffer> = {
    'an image by file:': () => picture(`file://${folder}/red.png`),
    'an image by xlink:href': () => linked(`file://${folder}/red.png`),
    'an image by path': () => picture(`${folder}/red.png`),
    'an image by relative path': () => picture(`../../../../../..${folder}/red.png`),
    'an image by http:': () => picture(`${origin}/red.png`),
    'an image in a filter': () =>
      svg(
        `${ground}<filter id="f" x="0" y="0" width="1" height="1"><feImage href="file://${folder}/red.png"/></filter>` +
          '<rect width="512" height="512" fill="white" filter="url(#f)"/>',
      ),
    'an element of another file': () => svg(`${ground}<use href="file://${folder}/red.svg#r"/>`),
    'an element from the network': () => svg(`${ground}<use href="${origin}/red.svg#r"/>`),
    'a style sheet by @import': () =>
      styled(`@import url("file://${folder}/red.css"); @import "${origin}/red.css";`),
    'a style sheet by instruction': () =>
      Buffer.concat([Buffer.from(`<?xml-stylesheet href="file://${folder}/red.css"?>`), styled('')]),
    'a font by @font-face': () => styled(`@font-face { font-family: x; src: url("${origin}/x.ttf") }`),
    'a fill by url()': () =>
      svg(`${ground}<rect width="512" height="512" fill="url(${origin}/red.svg#r) white"/>`),
    'an XML inclusion': () =>
      svg(
        `${ground}<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://${folder}/red.xml"/>`,
      ),
    'an external document type': () => documented(`SYSTEM "${origin}/x.dtd"`, ''),
    'a page within': () =>
      svg(`${ground}<foreignObject width="512" height="512"><img src="${origin}/red.png"/></foreignObject>`),
    'a script': () => svg(`${ground}<script>fetch("${origin}/script")</script>`),
  };

  test.each(Object.entries(attacks))('%s', async (_name, make) => {
    expect(await colour(await toAvatarImage(make()))).toEqual(WHITE);
    expect(asked).toEqual([]);
  });

  test.each([
    ['an entity of a file', () => `[<!ENTITY x SYSTEM "file://${folder}/red.xml">]`, '&x;'],
    ['an entity of the network', () => `[<!ENTITY x SYSTEM "${origin}/red.xml">]`, '&x;'],
    ['a parameter entity', () => `[<!ENTITY % p SYSTEM "${origin}/p.dtd"> %p;]`, ''],
  ])('%s makes the whole unreadable', async (_name, subset, content) => {
    await refusedWith('IMAGE_UNREADABLE', toAvatarImage(documented(subset(), content)));
    expect(asked).toEqual([]);
  });

  test('content inside the file is drawn, so the attacks above would be visible', async () => {
    const red = (await plain(16, 16).png().toBuffer()).toString('base64');
    expect(await colour(await toAvatarImage(picture(`data:image/png;base64,${red}`)))).toEqual([255, 0, 0]);
  });
});

describe('memory and time are bounded', () => {
  const laughs = (line: (index: number) => string) =>
    Array.from({ length: 20 }, (_, index) => line(index)).join('');

  test('a billion laughs by entities', async () => {
    const subset = laughs((n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`);
    const attack = documented(`[<!ENTITY a0 "ha">${subset}]`, '<text>&a20;</text>');
    await refusedWith('IMAGE_UNREADABLE', toAvatarImage(attack));
  });

  test('one long entity ten thousand times', async () => {
    const attack = documented(
      `[<!ENTITY a "${'a'.repeat(100_000)}">]`,
      `<text>${'&a;'.repeat(10_000)}</text>`,
    );
    await refusedWith('IMAGE_UNREADABLE', toAvatarImage(attack));
  });

  test('a billion laughs by elements', async () => {
    const groups = laughs((n) => `<g id="a${n + 1}">${`<use href="#a${n}"/>`.repeat(10)}</g>`);
    const attack = svg(`<defs><g id="a0"><rect width="1" height="1"/></g>${groups}</defs><use href="#a20"/>`);
    await refusedWith('IMAGE_UNREADABLE', toAvatarImage(attack));
  });

  test('elements a hundred thousand deep', async () => {
    await refusedWith('IMAGE_UNREADABLE', toAvatarImage(svg('<g>'.repeat(100_000) + '</g>'.repeat(100_000))));
  });

  test('a pixel bomb inside is left out', async () => {
    const bomb = (await plain(16_000, 16_000).png().toBuffer()).toString('base64');
    await expect(toAvatarImage(picture(`data:image/png;base64,${bomb}`))).resolves.toBeInstanceOf(Buffer);
  });

  test('an image that takes more memory than the decoder may is stopped', async () => {
    const results = Array.from({ length: 3000 }, (_, n) => `<feFlood result="r${n}"/>`).join('');
    const attack = svg(
      `<filter id="f" x="0" y="0" width="1" height="1">${results}</filter><rect width="512" height="512" filter="url(#f)"/>`,
    );
    // It takes one second of the sixty; what is limited is its 3 GB of results.
    await refusedWith('IMAGE_UNREADABLE', decodeImage(attack, 'image/svg+xml', 60));
  });

  test('an image that takes minutes is stopped, and the next one is decoded', async () => {
    const filter = '<feTurbulence baseFrequency="0.05" numOctaves="10"/>'.repeat(3000);
    const attack = svg(
      `<filter id="f" x="0" y="0" width="1" height="1">${filter}</filter><rect width="512" height="512" filter="url(#f)"/>`,
    );
    await refusedWith('IMAGE_UNREADABLE', decodeImage(attack, 'image/svg+xml', 1));
    expect(await colour(await toAvatarImage(svg(ground)))).toEqual(WHITE);
  });
});
