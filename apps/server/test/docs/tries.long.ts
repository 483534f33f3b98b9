import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Call, requestInit, targetOf } from '../../page/src/call.js';
import { Demo, type Send } from '../../page/src/demo.js';
import { exampleOf } from '../../page/src/examples.js';
import { PICTURE, TEXT_FILE } from '../../page/src/files.js';
import { LANGUAGES, type Language } from '../../page/src/samples.js';
import { type DocumentedOperation, operationsOf } from '../../src/docs/page/operations.js';
import { startTestService, type TestService } from '../../src/testing/test-service.js';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

let service: TestService;
let operations: readonly DocumentedOperation[];
let demo: Demo;
let folder: string;

beforeAll(async () => {
  service = await startTestService();
  folder = await mkdtemp(join(tmpdir(), 'palaver-samples-'));
  for (const { name, base64 } of [PICTURE, TEXT_FILE])
    await writeFile(join(folder, name), Buffer.from(base64, 'base64'));
  operations = operationsOf(service.document);
  demo = new Demo(send);
  await demo.start();
  for (const operation of operations) await demo.prepare(operation);
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

let addresses = 0;
/** Each request comes from an address of its own, so that the rate limit refuses none. */
const nextAddress = () => `10.9.${addresses >> 8}.${addresses++ % 256}`;
const send: Send = (target, { headers, ...init }) =>
  fetch(service.url + target, {
    ...init,
    redirect: 'manual',
    headers: { ...(headers as Record<string, string>), 'X-Forwarded-For': nextAddress() },
  });

/** What the service of the tests refuses to its admins too: it sends no mail. */
const REFUSED_TO_ADMINS = new Map([['admin.testMail', { status: 404 }]]);

/** Makes each call as the page fills it in, and returns those whose answer is not the documented success. */
async function failures(
  statusOf: (call: Call) => Promise<number>,
  { of = demo, tried = operations, isAdmin = false } = {},
): Promise<unknown[]> {
  const failed: unknown[] = [];
  for (const operation of tried) {
    await of.prepare(operation);
    const call = of.callOf(operation);
    const status = await statusOf(call);
    const refused = isAdmin ? (REFUSED_TO_ADMINS.get(operation.id) ?? null) : exampleOf(operation).refused;
    const isRight = refused === null ? status < 300 : status === refused.status;
    const isDocumented = String(status) in (operation.documented.responses ?? {});
    if (status < 300) of.used(operation);
    if (!isRight || !isDocumented)
      failed.push({ id: operation.id, target: targetOf(call), json: call.json, status });
  }
  return failed;
}

/** The code of every operation in a language. */
function samplesIn(language: Language['id']): Array<readonly [id: string, code: string]> {
  return operations.flatMap((operation) => {
    const code = sampleIn(language, demo.callOf(operation));
    return code === null ? [] : [[operation.id, code] as const];
  });
}

function sampleIn(language: Language['id'], call: Call): string | null {
  return LANGUAGES.find(({ id }) => id === language)?.sample(call, service.url) ?? null;
}

const has = (program: string, ...args: string[]) => spawnSync(program, args).error === undefined;

async function statusByFetch(call: Call): Promise<number> {
  const response = await send(targetOf(call), requestInit(call));
  await response.body?.cancel();
  return response.status;
}

test('every operation succeeds as the page fills it in', async () => {
  expect(await failures(statusByFetch)).toEqual([]);
});

test('so do those for admins with the token of an admin of the service, twice', async () => {
  const own = await service.person('ada');
  await service.asOperator('PATCH', `/api/admin/users/${own.id}`, { admin: true });
  const admin = new Demo(send);
  await admin.signIn(own.token ?? '');
  await admin.start();
  const tried = operations.filter(({ path }) => path.startsWith('/api/admin/'));
  for (let round = 0; round < 2; round++)
    expect(await failures(statusByFetch, { of: admin, tried, isAdmin: true })).toEqual([]);
});

test.skipIf(!has('curl', '--version'))('so does its code for curl, after all that', async () => {
  const statusOf = async (call: Call) => {
    const command = `${sampleIn('curl', call)} -s -o /dev/null -w '%{http_code}' -H 'X-Forwarded-For: ${nextAddress()}'`;
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: folder });
    return Number(stdout);
  };
  expect(await failures(statusOf)).toEqual([]);
});

test('its code in TypeScript compiles, with fetch and with the types of the client', async () => {
  const samples = [...samplesIn('typescript'), ...samplesIn('client')];
  const files = samples.map(
    ([id, code], n) => [join(folder, `${id}-${n}.ts`), `${code}\nexport {};\n`] as const,
  );
  for (const [file, code] of files) await writeFile(file, code);
  const config = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      noEmit: true,
      composite: false,
      module: 'preserve',
      moduleResolution: 'bundler',
      customConditions: ['palaver-source'],
      lib: ['ES2023', 'ESNext', 'DOM'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
      paths: { '@palaver/client': [join(ROOT, 'packages/client/src/index.ts')] },
    },
    files: files.map(([file]) => file),
    references: [],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  expect(stdout.replaceAll(folder, '')).toBe('');
});

test.skipIf(!has('python3', '--version'))('its code in Python compiles', async () => {
  for (const [id, code] of samplesIn('python')) await writeFile(join(folder, `${id}.py`), code);
  const { stdout, stderr } = spawnSync('python3', ['-m', 'compileall', '-q', folder], { encoding: 'utf8' });
  expect(stdout + stderr).toBe('');
});

test.skipIf(!has('gofmt', '-h'))('its code in Go is read and formatted by gofmt', async () => {
  const programs = samplesIn('go').map(([id, code]) => [join(folder, `${id}.go`), code] as const);
  for (const [file, code] of programs) await writeFile(file, code);
  const { stdout, stderr } = spawnSync('gofmt', ['-l', ...programs.map(([file]) => file)], {
    encoding: 'utf8',
  });
  expect(stdout + stderr).toBe('');
});
