import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { appRouter } from '@palaver/core';
import { publishedManifest } from './manifest.js';
import { serviceTypes } from './service-types.js';

const run = promisify(execFile);

/** A tarball that npm, pnpm and yarn install. */
export interface Tarball {
  readonly path: string;
  readonly bytes: number;
  readonly unpackedBytes: number;
}

/**
 * Packs `@palaver/client` into a folder. `top` is the checkout, of which packages/core must be built. Throws an `Error`
 * when something of the package would need another package of the checkout.
 */
export async function packClient(top: string, folder: string): Promise<Tarball> {
  const client = join(top, 'packages/client');
  const staging = await mkdtemp(join(tmpdir(), 'palaver-pack-'));
  try {
    await compile(top, join(staging, 'dist'));
    await writeFile(join(staging, 'dist/service.d.ts'), serviceTypes(appRouter).text);
    await refuseWorkspaceImports(join(staging, 'dist'));
    const manifest: unknown = JSON.parse(await readFile(join(client, 'package.json'), 'utf8'));
    const published = publishedManifest({ ...Object(manifest) });
    await writeFile(join(staging, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
    await copyFile(join(client, 'README.md'), join(staging, 'README.md'));
    await copyFile(join(top, 'LICENSE'), join(staging, 'LICENSE'));
    return await pack(staging, folder);
  } finally {
    await rm(staging, { recursive: true });
  }
}

async function compile(top: string, outDir: string): Promise<void> {
  const compiler = join(top, 'node_modules/typescript/bin/tsc');
  const project = join(top, 'packages/client/tsconfig.package.json');
  await run(process.execPath, [compiler, '-p', project, '--outDir', outDir]).catch(
    (error: { stdout: string }) => {
      throw new Error(`The client does not compile:\n${error.stdout}`);
    },
  );
}

/** A declaration that names a package that is not there would be `any` under `skipLibCheck`, without a word. */
async function refuseWorkspaceImports(dist: string): Promise<void> {
  for (const name of await readdir(dist, { recursive: true })) {
    if (!/\.(js|ts)$/.test(name)) continue;
    const text = await readFile(join(dist, name), 'utf8');
    const [found] = /(?:from|import\() ?'@palaver\/[^']*'/.exec(text.replaceAll('"', "'")) ?? [];
    if (found !== undefined) throw new Error(`dist/${name} has ${found}: import it in src/service.ts`);
  }
}

async function pack(staging: string, folder: string): Promise<Tarball> {
  await mkdir(folder, { recursive: true });
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', args, { cwd: staging });
  const [{ filename, size, unpackedSize }] = JSON.parse(stdout);
  return { path: join(folder, filename), bytes: size, unpackedBytes: unpackedSize };
}
