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
import { afterAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const COPIED = [
  'packages/db/src',
  'packages/core/src',
  'packages/client/src',
  'packages/client/test/support',
];
const PACKAGES = ['packages/db', 'packages/core', 'packages/client'];
/** What imports every file that the page changes. */
const ENTRIES = [
  'packages/core/src/index.ts',
  'packages/client/src/state/index.ts',
  'packages/client/test/support/scenario.ts',
];

const copy = realpathSync(mkdtempSync(join(tmpdir(), 'palaver-sample-')));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('the code of docs/adding-an-endpoint.md compiles in a copy of the sources', async () => {
  copySources();
  const blocks = blocksOf(readFileSync(join(ROOT, 'docs/adding-an-endpoint.md'), 'utf8'));
  expect(blocks.length).toBeGreaterThan(10);
  for (const block of blocks) insert(block);
  expect(await compile()).toBe('');
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
  for (const folder of COPIED) cpSync(join(ROOT, folder), join(copy, folder), { recursive: true });
  for (const folder of PACKAGES) {
    cpSync(join(ROOT, folder, 'package.json'), join(copy, folder, 'package.json'));
    symlinkSync(join(ROOT, folder, 'node_modules'), join(copy, folder, 'node_modules'));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const options = {
    noEmit: true,
    composite: false,
    declaration: false,
    types: ['node'],
    lib: ['ES2023', 'ESNext.String', 'ESNext.Promise', 'DOM', 'DOM.Iterable'],
    // The packages import each other's copies.
    paths: Object.assign({}, ...PACKAGES.map(entriesOf)),
  };
  const config = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: options,
    files: ENTRIES,
    references: [],
  };
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config));
}

/** What a package may be imported by, with the source in the copy. */
function entriesOf(folder: string): Record<string, string[]> {
  const { name, exports } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
  return Object.fromEntries(
    Object.keys(exports).map((entry) => [
      posix.join(name, entry),
      [join(copy, folder, exports[entry]['palaver-source'])],
    ]),
  );
}

/** What the compiler complains about; empty when nothing. */
async function compile(): Promise<string> {
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  return promisify(execFile)(tsc, ['-p', copy, '--pretty', 'false'], { cwd: copy }).then(
    ({ stdout }) => stdout,
    // tsc writes its messages to stdout and exits with another status than 0.
    (error: { readonly stdout?: string }) => error.stdout ?? String(error),
  );
}
