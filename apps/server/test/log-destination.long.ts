import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { temporaryFolders } from './process/folders.js';

/** Writes 30,000 lines (5 MB) for each message from its parent, and answers with what it keeps in memory, garbage not counted. */
const PROGRAM = `
  import { createLogger } from '../src/logger.js';
  const log = createLogger('info', false);
  process.on('message', (message) => {
    if (message === 'exit') process.exit(0);
    for (let n = 0; n < 30_000; n += 1) log.info({ n, filler: 'x'.repeat(100) }, 'a line');
    gc();
    const { heapUsed, external } = process.memoryUsage();
    process.send(heapUsed + external);
  });
  process.send('ready');
`;

const folders = temporaryFolders();
let program: string;
let child: ChildProcess;
beforeAll(async () => {
  program = join(await folders.make(), 'program.cjs');
  await build({
    stdin: { contents: PROGRAM, resolveDir: import.meta.dirname },
    bundle: true,
    platform: 'node',
    conditions: ['palaver-source'],
    // The logger reads no file beside a source.
    define: { 'import.meta.url': JSON.stringify(import.meta.url) },
    outfile: program,
  });
});
afterEach(() => void child.kill('SIGKILL'));
afterAll(() => folders.remove());

async function start(stdout: 'pipe' | number, stderr: 'ignore' | number = 'ignore'): Promise<void> {
  child = spawn(process.execPath, ['--expose-gc', program], {
    stdio: ['ignore', stdout, stderr, 'ipc'],
  });
  await once(child, 'message');
}

/** Has the child write its lines; returns its memory in bytes. */
async function log(): Promise<number> {
  child.send('log');
  const [memory] = await once(child, 'message');
  return Number(memory);
}

async function expectToGoOn(): Promise<void> {
  const memory = await log();
  for (let n = 0; n < 40; n += 1) await log();
  // More than 180 MB were logged meanwhile.
  expect((await log()) - memory).toBeLessThan(20_000_000);
  const exited = once(child, 'exit');
  child.send('exit');
  expect(await exited).toEqual([0, null]);
}

test('a full disk under the log loses the log alone', async () => {
  const full = openSync('/dev/full', 'w');
  await start(full, full);
  closeSync(full);
  await expectToGoOn();
});

test('a closed pipe loses the log alone', async () => {
  await start('pipe');
  child.stdout?.destroy();
  await expectToGoOn();
});

test('a pipe that nobody reads loses the log alone', async () => {
  await start('pipe');
  await expectToGoOn();
});

test('when the log can be written again, it says how many lines are missing', async () => {
  await start('pipe');
  await log();
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  while (!text.includes('Log lines were lost')) {
    await once(child.stdout ?? child, 'data');
    child.send('log');
    await once(child, 'message');
  }
  const exited = once(child, 'close');
  child.send('exit');
  await exited;
  const lines = text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  expect(lines.every(({ msg }) => msg === 'a line' || msg === 'Log lines were lost')).toBe(true);
  expect(lines.find(({ lost }) => lost > 0)).toMatchObject({ level: 40, time: expect.any(String) });
});
