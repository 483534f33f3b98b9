import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../../../../', import.meta.url);
const PAGES = [
  'README.md',
  ...['docs/', 'docs/lab/'].flatMap((folder) =>
    readdirSync(new URL(folder, ROOT))
      .filter((name) => name.endsWith('.md'))
      .map((name) => folder + name),
  ),
];

/** A page without its blocks of code, in which a bracket is no link. */
const textOf = (page: string | URL) =>
  readFileSync(new URL(page, ROOT), 'utf8').replaceAll(/```[\s\S]*?```/g, '');

/** As GitHub makes the anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

test.each(PAGES)('the links of %s lead somewhere', (page) => {
  const broken = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].filter(([, target = '']) => {
    if (/^(?:https?|mailto):/.test(target)) return false;
    const [path = '', anchor] = target.split('#');
    const found = new URL(path || page.split('/').at(-1) || '', new URL(page, ROOT));
    if (!existsSync(found)) return true;
    if (anchor === undefined || !found.pathname.endsWith('.md')) return false;
    const headings = [...textOf(found).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
    return !headings.includes(anchor);
  });
  expect(broken.map(([, target]) => target)).toEqual([]);
});
