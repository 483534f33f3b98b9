import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const PACKAGES = ['packages/db', 'packages/core', 'packages/client', 'packages/markup'];
const RESOLUTION_TEST = 'packages/core/src/messages/resolution/resolution.test.ts';
/** What imports every file that the page changes. */
const ENTRIES = [
  'packages/core/src/index.ts',
  'packages/client/src/state/index.ts',
  'packages/client/test/support/scenario.ts',
  RESOLUTION_TEST,
];

const PAGE_CONFIG = 'tsconfig.page.json';
const VITEST_CONFIG = 'vitest.page.config.mjs';
const LIMIT_MS = 300_000;

const copy = realpathSync(mkdtempSync(join(tmpdir(), 'palaver-sample-')));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

beforeAll(() => {
  copySources();
  const blocks = blocksOf(readFileSync(join(ROOT, 'docs/adding-an-endpoint.md'), 'utf8'));
  expect(blocks.length).toBeGreaterThan(10);
  for (const block of blocks) insert(block);
});

test('the code of docs/adding-an-endpoint.md compiles in a copy of the sources', async () => {
  expect(await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', PAGE_CONFIG, '--pretty', 'false'])).toBe('');
});

test('its migration is made as the page says, and its test passes on it', async () => {
  await run(join(ROOT, 'node_modules/.bin/tsc'), ['-b', 'packages/db']);
  const drizzleKit = join(ROOT, 'packages/db/node_modules/.bin/drizzle-kit');
  const made = await run(drizzleKit, ['generate', '--name', 'resolved'], 'packages/db');
  expect(made).toMatch(/_resolved\.sql/);
  const vitest = join(ROOT, 'node_modules/.bin/vitest');
  expect(await run(vitest, ['run', '--config', VITEST_CONFIG])).toMatch(/Tests .*3 passed/);
});

/** Code of the page: a new file, or what stands below the line `after` of a file. */
interface Block {
  readonly file: string;
  readonly after: string | null;
  readonly code: string;
}

function blocksOf(page: string): Block[] {
  return [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text = '']) => {
    const [, file, after = null, code] =
      /^\/\/ file: (\S+)\n(?:\/\/ after: ([^\n]+)\n)?(.*)$/s.exec(text) ?? [];
    if (file === undefined || code === undefined) throw new Error(`a block does not name its file:\n${text}`);
    return { file, after, code };
  });
}

function insert({ file, after, code }: Block): void {
  const path = join(copy, file);
  if (after === null) {
    if (existsSync(path)) throw new Error(`${file} exists; say after which line the code belongs`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code);
    return;
  }
  const lines = readFileSync(path, 'utf8').split('\n');
  const places = lines.flatMap((line, index) => (line.trim() === after ? [index] : []));
  const [place] = places;
  if (place === undefined || places.length > 1) {
    throw new Error(`${file} has ${places.length} lines "${after}"; it must have one`);
  }
  writeFileSync(path, lines.toSpliced(place + 1, 0, code).join('\n'));
}

function copySources(): void {
  // Links to packages of the workspace are relative, and lead to those of the copy.
  for (const path of ['tsconfig.json', ...PACKAGES])
    cpSync(join(ROOT, path), join(copy, path), { recursive: true, verbatimSymlinks: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const compilerOptions = {
    noEmit: true,
    composite: false,
    declaration: false,
    types: ['node'],
    lib: ['ES2023', 'ESNext.String', 'ESNext.Promise', 'DOM', 'DOM.Iterable'],
    // The packages import each other's sources.
    paths: Object.assign({}, ...PACKAGES.map(entriesOf)),
  };
  const config = { extends: './tsconfig.json', compilerOptions, files: ENTRIES, references: [] };
  writeFileSync(join(copy, PAGE_CONFIG), JSON.stringify(config));
  const conditions = ['palaver-source'];
  const test = {
    globalSetup: 'packages/db/src/testing/global-setup.ts',
    include: [RESOLUTION_TEST],
    testTimeout: LIMIT_MS,
    hookTimeout: LIMIT_MS,
  };
  const vitestConfig = { resolve: { conditions }, ssr: { resolve: { conditions } }, test };
  writeFileSync(join(copy, VITEST_CONFIG), `export default ${JSON.stringify(vitestConfig)};`);
}

/** What a package may be imported by, with the source in the copy. */
function entriesOf(folder: string): Record<string, string[]> {
  const { name, exports } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  return Object.fromEntries(
    Object.keys(exports).flatMap((entry) => {
      const source = exports[entry]['palaver-source'];
      return source ? [[posix.join(name, entry), [join(copy, folder, source)]]] : [];
    }),
  );
}

/** Runs a command in the copy. Resolves with all that it says, also when it fails. Nothing of this test run is handed down. */
async function run(command: string, args: readonly string[], folder = '.'): Promise<string> {
  const { PATH, HOME, TEST_DATABASE_URL } = process.env;
  const env = { PATH, HOME, NO_COLOR: '1', ...(TEST_DATABASE_URL && { TEST_DATABASE_URL }) };
  return promisify(execFile)(command, args, { cwd: join(copy, folder), env }).then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: { readonly stdout?: string; readonly stderr?: string }) =>
      `${error.stdout ?? String(error)}${error.stderr ?? ''}`,
  );
}
