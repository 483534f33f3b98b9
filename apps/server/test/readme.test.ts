import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startTestService } from '../src/testing/test-service.js';

const TOP = new URL('../../../', import.meta.url);
const read = (path: string) => readFile(fileURLToPath(new URL(path, TOP)), 'utf8');

/** The first block of code below a heading. */
function blockBelow(text: string, heading: string): string {
  const block = text.slice(text.indexOf(`## ${heading}\n`)).match(/```\w+\n([\s\S]*?)```/)?.[1];
  if (block === undefined) throw new Error(`README.md has no code below "${heading}"`);
  return block;
}

test('the requests with curl work as they stand, twice, and with their last two commands repeated', async () => {
  const service = await startTestService();
  const commands = blockBelow(await read('README.md'), 'First requests with curl');
  const [repeated] = commands.match(/^curl [^\n]*Idempotency-Key[\s\S]*/m) ?? [];
  const script = `set -eu\n${commands}\necho\n${repeated}`.replaceAll('http://127.0.0.1:3000', service.url);
  for (const run of ['first', 'second']) {
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script]);
    expect(stderr, run).toBe('');
    const { data } = JSON.parse(stdout.slice(stdout.lastIndexOf('{"data":[')));
    expect(data, run).toMatchObject([{ content: 'Hello Alice!' }]);
  }
  await service.close();
});

test('the program with types is the example that is tested', async () => {
  const program = blockBelow(await read('README.md'), 'The same with types');
  const example = await read('packages/client/examples/conversation.ts');
  expect(program).toBe(example.replace(/^\/\/ biome-ignore-all .*\n/, ''));
});
