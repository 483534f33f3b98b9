import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { appRouter } from '@palaver/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../apps/server/src/testing/test-service.js';
import { Documentation } from './documentation.js';
import { COMPILERS, type Compiler, type Complaint, EmptyProject } from './empty-project.js';
import { BEFORE_REFUSED_LINES, REFUSED_LINES } from './refused-lines.js';

/** A compiler takes seconds for the declarations of tRPC, and longer on a busy machine. */
const textOf = (relative: string) => readFile(fileURLToPath(new URL(relative, import.meta.url)), 'utf8');

let project: EmptyProject;
let service: TestService;
beforeAll(async () => {
  project = await EmptyProject.create({
    '@trpc/client': '@trpc/client',
    '@trpc/server': '@trpc/server',
    '@types/node': '@types/node',
    '@types/ws': '@types/ws',
    ws: 'ws',
  });
  service = await startTestService();
});
afterAll(async () => {
  await service?.close();
  await project?.remove();
});

describe.each(Object.keys(COMPILERS) as Compiler[])('TypeScript %s, without skipLibCheck', (compiler) => {
  let complaints: readonly Complaint[];
  // One compilation for both tests: the declarations of tRPC are most of it.
  beforeAll(async () => {
    const [, program = ''] =
      /```ts\n(.*?createPalaverClient.*?)```/s.exec(await textOf('../../README.md')) ?? [];
    const files = {
      'readme.ts': program || expect.unreachable('The README shows a program'),
      'before.ts': BEFORE_REFUSED_LINES,
      'conversation.ts': await textOf('../../examples/conversation.ts'),
      'refused.ts': BEFORE_REFUSED_LINES + REFUSED_LINES.join('\n'),
    };
    for (const [name, text] of Object.entries(files)) await project.write(name, text);
    complaints = await project.compile(Object.keys(files), compiler);
  });

  test('what is right compiles, and the conversation of the README runs against the service', async () => {
    expect(complaints.filter(({ file }) => file !== 'refused.ts')).toEqual([]);
    expect(await project.run('conversation.js', { PALAVER_URL: service.url })).toBe(
      'Bob received from Alice: Hello, Bob!\n#general has 1 message.\n',
    );
  });

  test(`${REFUSED_LINES.length} wrong lines are refused, each where it is`, async () => {
    const before = BEFORE_REFUSED_LINES.split('\n').length - 1;
    const inRefused = complaints.filter(({ file }) => file === 'refused.ts');
    const refused = new Set(inRefused.map(({ file, line }) => `${file}:${line - before}`));
    expect([...refused]).toEqual(REFUSED_LINES.map((_, index) => `refused.ts:${index + 1}`));
  });
});

test('an editor shows what each procedure, field and event is', async () => {
  await project.write(
    'shown.ts',
    `import { createPalaverClient, type PalaverError, type PalaverEvent, type PalaverInputs, type PalaverOutputs } from '@palaver/client';
export declare const inputs: PalaverInputs, outputs: PalaverOutputs, event: PalaverEvent, error: PalaverError['data'];
export const { api } = createPalaverClient({ url: '' });`,
  );
  const shown = new Documentation(join(project.folder, 'shown.ts'));
  expect(shown.at('api.messages.send')).toContain('Send a message.');
  expect(shown.at('api.messages.send')).toContain('POST /api/channels/{channelID}/messages');
  expect(shown.at('inputs.messages.send.nonce')).toContain('A client key');
  expect(shown.at('outputs.messages.send.threadId')).toContain('null for a message that is no reply');

  for (const path of Object.keys(appRouter._def.procedures)) expect(shown.at(`api.${path}`)).not.toBe('');
  for (const name of ['inputs', 'outputs', 'event', 'error']) expect(shown.missing(name)).toEqual([]);
});

test('the package needs at most 6 packages, and has no file outside dist', async () => {
  const { dependencies, peerDependencies, files } = JSON.parse(
    await readFile(join(project.client, 'package.json'), 'utf8'),
  );
  expect(Object.keys(dependencies)).toEqual(['idb-keyval']);
  // With TypeScript, which they need in turn, and its binary: six packages.
  expect(Object.keys(peerDependencies)).toEqual(['@trpc/client', '@trpc/server']);
  expect(files).toEqual(['dist']);
});
