import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { importsOf } from './imports.js';
import { type Fields, publishedManifest } from './manifest.js';
import { BUILDS, type PublishedName } from './published.js';

const run = promisify(execFile);

/** A tarball that npm, pnpm and yarn install. */
export interface Tarball {
  readonly path: string;
  readonly bytes: number;
  readonly unpackedBytes: number;
}

/**
 * Packs a package into a folder. `top` is the checkout, of which packages/core must be built. Throws an `Error` when it does not
 * compile, or imports what its manifest does not name.
 */
export async function pack(
  top: string,
  name: PublishedName,
  folder: string,
  repository: string | null = null,
): Promise<Tarball> {
  const source = join(top, 'packages', name);
  const staging = await mkdtemp(join(tmpdir(), 'palaver-pack-'));
  try {
    const dist = join(staging, 'dist');
    await BUILDS[name](top, dist);
    const manifest = await readManifest(source);
    const published = publishedManifest(manifest, await importsOf(dist), repository);
    await writeFile(join(staging, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
    await copyFile(join(source, 'README.md'), join(staging, 'README.md'));
    await copyFile(join(top, 'LICENSE'), join(staging, 'LICENSE'));
    return await tarballOf(staging, folder);
  } finally {
    await rm(staging, { recursive: true });
  }
}

async function readManifest(folder: string): Promise<Fields> {
  const manifest: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return { ...Object(manifest) };
}

async function tarballOf(staging: string, folder: string): Promise<Tarball> {
  await mkdir(folder, { recursive: true });
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const { stdout } = await run('npm', args, { cwd: staging });
  const [{ filename, size, unpackedSize }] = JSON.parse(stdout);
  return { path: join(folder, filename), bytes: size, unpackedBytes: unpackedSize };
}
