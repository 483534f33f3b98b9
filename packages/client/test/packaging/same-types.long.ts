import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { appRouter } from '@palaver/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serviceTypes } from '../../packaging/service-types.js';

/** A compiler takes seconds for the declarations of tRPC, and longer on a busy machine. */
const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const COMPILER = pathOf('../../../../node_modules/typescript/bin/tsc');

const types = serviceTypes(appRouter);
const procedures = Object.keys(appRouter._def.procedures);
const OTHER_TYPES = ['ErrorCode', 'Event', 'GivenClientFrame', 'Issue', 'ServiceFrame', 'StreamFrame'];

/**
 * `Same` is true for identical types alone: \`any\` is the same as \`any\`, and \`a?: string\` is not \`a: string |
 * undefined\`.
 */
const HEAD = `
import type * as Source from '@palaver/core';
import type * as Client from '../../src/index.js';
import type { inferRouterError, inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type * as Printed from './service.js';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Item<T> = T extends AsyncIterable<infer Yielded> ? Yielded : T;

export const names: Same<keyof SourceInputs, keyof PrintedInputs> = true;
export const error: Same<inferRouterError<Source.AppRouter>, inferRouterError<Printed.AppRouter>> = true;
type SourceInputs = inferRouterInputs<Source.AppRouter>;
type PrintedInputs = inferRouterInputs<Printed.AppRouter>;
type SourceOutputs = inferRouterOutputs<Source.AppRouter>;
type PrintedOutputs = inferRouterOutputs<Printed.AppRouter>;
`;

/** A line for each type, which compiles where the printed type is that of the source. */
const PROGRAM = [
  HEAD,
  ...procedures.flatMap((path) => {
    const at = path
      .split('.')
      .map((name) => `['${name}']`)
      .join('');
    return [
      `true satisfies Same<SourceInputs${at}, PrintedInputs${at}>; // takes ${path}`,
      `true satisfies Same<Item<SourceOutputs${at}>, Item<PrintedOutputs${at}>>; // gives ${path}`,
    ];
  }),
  ...[...types.records, ...OTHER_TYPES].map(
    (name) => `true satisfies Same<Client.${name}, Printed.${name}>; // is ${name}`,
  ),
].join('\n');

let folder: string;
beforeAll(async () => {
  // Below the package, so that the compiler finds what the package imports.
  await mkdir(pathOf('../../dist'), { recursive: true });
  folder = await mkdtemp(pathOf('../../dist/same-types-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Compiles the comparison with these printed types, and returns the lines that do not compile. */
async function differences(printed: string): Promise<string[]> {
  const config = {
    extends: pathOf('../../tsconfig.json'),
    compilerOptions: {
      composite: false,
      tsBuildInfoFile: null,
      rootDir: pathOf('../../../..'),
      noEmit: true,
    },
    files: ['same.ts'],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  await writeFile(join(folder, 'service.d.ts'), printed);
  await writeFile(join(folder, 'same.ts'), PROGRAM);
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [COMPILER, '-p', folder, '--pretty', 'false'], (_, stdout) => resolve(stdout));
  });
  const lines = PROGRAM.split('\n');
  return [...output.matchAll(/^(.*error TS.*)$/gm)].map(([complaint]) => {
    const [, line] = /same\.ts\((\d+),/.exec(complaint) ?? [];
    return line === undefined ? complaint : (lines[Number(line) - 1] ?? '').replace(/.*\/\/ /, '');
  });
}

test('the printed types are those of the service: of each input, each output, the errors, and the records that the client exports', async () => {
  expect(await differences(types.text)).toEqual([]);
});

test('a type that is printed otherwise is found', async () => {
  const changed = types.text
    .replaceAll('  replyCount: number;', '  replyCount: number | null;')
    .replaceAll('displayName?: string | null | undefined;', 'displayName?: any;');
  const found = await differences(changed);
  expect(found).toContain('is Message');
  expect(found).toContain('gives messages.get');
  expect(found).toContain('takes auth.register');
  expect(found).not.toContain('gives channels.get');
});

test('everything that a client sees has a description, in its zod schema or in the meta of its procedure', () => {
  expect(types.undocumented).toEqual([]);
});
