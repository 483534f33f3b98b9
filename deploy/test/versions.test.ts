import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const TOP = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(TOP, path), 'utf8');

test('the image, the dev container and .nvmrc have the same Node', () => {
  const node = read('.nvmrc').trim();
  const images = [...read('Dockerfile').matchAll(/^FROM .*?node:(\d+)-/gm)].map(([, version]) => version);
  expect(new Set(images)).toEqual(new Set([node]));
  expect(read('.devcontainer/devcontainer.json')).toContain(`typescript-node:${node}-`);
});

test('editors format as the formatter does', () => {
  const { formatter } = JSON.parse(read('biome.json'));
  const editors = read('.editorconfig');
  expect(editors).toContain(`indent_style = ${formatter.indentStyle}`);
  expect(editors).toContain(`max_line_length = ${formatter.lineWidth}`);
});
