import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { type SharedService, sharedService } from '../src/testing/shared-service.js';
import { unlessPassed } from '../src/testing/unless-passed.js';

// Clients that strangers generate from the OpenAPI document have a short conversation with the service.

const sources = fileURLToPath(new URL('generated-clients/', import.meta.url));
const bin = join(sources, 'node_modules/.bin');

/** What each conversation reads at its end: the messages newest first, the attached files, and the code of an error. */
const READ = {
  texts: ['five', 'four', 'three', 'two', 'one'],
  files: ['plan.txt'],
  refused: 'MESSAGE_NOT_FOUND',
};

let service: SharedService;
let document: string;
/** All of the document but the address of the service. */
let described: string;
const folders: string[] = [];
beforeAll(async () => {
  service = await sharedService();
  document = join(newFolder(tmpdir()), 'openapi.json');
  described = JSON.stringify({ ...service.document, servers: [] });
  // Generators take the address of the service from the document.
  writeFileSync(document, JSON.stringify({ ...service.document, servers: [{ url: service.url }] }));
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

it('of openapi-typescript and openapi-fetch', async () => {
  await unlessPassed(import.meta.filename, [described, conversation('openapi-fetch.ts')], async () => {
    const folder = packageWith('openapi-fetch.ts');
    await run(join(bin, 'openapi-typescript'), [document, '-o', join(folder, 'generated/palaver.ts')]);
    await compile(folder);
    expect(await converse(folder, 'openapi-fetch.ts')).toEqual(READ);
  });
});

it('of @hey-api/openapi-ts', async () => {
  await unlessPassed(import.meta.filename, [described, conversation('hey-api.ts')], async () => {
    const folder = packageWith('hey-api.ts');
    await run(join(bin, 'openapi-ts'), ['-i', document, '-o', join(folder, 'generated'), '-s']);
    await compile(folder);
    expect(await converse(folder, 'hey-api.ts')).toEqual(READ);
  });
});

const python = await firstThat('python3', ['-c', 'import certifi, dateutil, six, urllib3']);
const generator = await firstThat('openapi-generator', ['version']);
const converter = await firstThat('openapi-down-convert', ['--help']);

// OpenAPI Generator before 7 reads OpenAPI 3.0 alone.
test.skipIf(!python || !generator || !converter)(
  'of OpenAPI Generator in Python (skipped without openapi-generator, openapi-down-convert, or a python3 with urllib3)',
  () =>
    unlessPassed(import.meta.filename, [described, conversation('conversation.py'), generator], async () => {
      const folder = newFolder(tmpdir());
      const older = join(folder, 'openapi-3.0.json');
      await run(converter, ['--input', document, '--output', older]);
      writeFileSync(older, withoutNullAmongValues(readFileSync(older, 'utf8')));
      const options = ['-i', older, '-g', 'python', '-o', folder, '--skip-validate-spec'];
      await run(generator, ['generate', ...options, '-p', 'packageName=palaver']);
      const script = join(sources, 'conversation.py');
      const output = await run(python, [script, service.url], { PYTHONPATH: folder });
      expect(JSON.parse(output)).toEqual(READ);
    }),
);

/**
 * A document of OpenAPI 3.0 whose lists of values have no null, beside `nullable: true`: the release of the generator that npm
 * has (5.0) fails at them.
 */
function withoutNullAmongValues(text: string): string {
  return JSON.stringify(JSON.parse(text), (key, value) =>
    key === 'enum' && Array.isArray(value) ? value.filter((item) => item !== null) : value,
  );
}

/** The text of one of the conversations. */
const conversation = (name: string) => readFileSync(join(sources, name), 'utf8');

/** A folder with one of the conversations, beside which a client can be generated; packages resolve from it. */
function packageWith(name: string): string {
  const parent = join(sources, '.cache');
  mkdirSync(parent, { recursive: true });
  const folder = newFolder(parent);
  mkdirSync(join(folder, 'generated'));
  cpSync(join(sources, name), join(folder, name));
  return folder;
}

function newFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'generated-client-'));
  folders.push(folder);
  return folder;
}

/** Compiles as a strict project of a stranger, the declarations of packages included. */
async function compile(folder: string): Promise<void> {
  const compilerOptions = {
    noEmit: true,
    strict: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
  await run(join(bin, 'tsc'), ['-p', folder]);
}

async function converse(folder: string, conversation: string): Promise<unknown> {
  const module: { converse(url: string): Promise<unknown> } = await import(join(folder, conversation));
  return module.converse(service.url);
}

/** The first command of this name on the PATH with which the arguments succeed; an empty text for none. */
async function firstThat(name: string, parameters: readonly string[]): Promise<string> {
  for (const folder of (process.env.PATH ?? '').split(':')) {
    const command = join(folder, name);
    if (
      await run(command, parameters).then(
        () => true,
        () => false,
      )
    )
      return command;
  }
  return '';
}

function run(command: string, parameters: readonly string[], environment = {}): Promise<string> {
  const env = { ...process.env, NO_COLOR: '1', ...environment };
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`${command} ended with ${code}:\n${output}\n${errors}`.slice(0, 5_000)));
    });
  });
}
