import { execFile } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { appRouter } from '@palaver/core';
import { serviceTypes } from './service-types.js';

const run = promisify(execFile);

/** Writes what a package publishes to a folder. */
type Build = (top: string, dist: string) => Promise<void>;

/** The packages that are published, each after those that it depends on. */
export const PUBLISHED = ['markup', 'client', 'react', 'elements'] as const;
export type PublishedName = (typeof PUBLISHED)[number];

/** How each is built. */
export const BUILDS: Readonly<Record<PublishedName, Build>> = {
  markup: async (top, dist) => {
    await compile(top, 'markup', dist);
    await copyFile(join(top, 'packages/markup/dist/emoji.json'), join(dist, 'emoji.json'));
  },
  client: async (top, dist) => {
    await compile(top, 'client', dist);
    await writeFile(join(dist, 'service.d.ts'), serviceTypes(appRouter).text);
  },
  react: async (top, dist) => {
    await compileReferences(top, 'client');
    await compile(top, 'react', dist);
  },
  elements: async (top, dist) => {
    await compileReferences(top, 'react');
    await bundleElements(top, dist, 'vite.package.config.ts');
    await bundleElements(top, dist, 'vite.module.config.ts');
    await compile(top, 'elements', dist);
  },
};

/** The declarations of other packages, which a package is compiled against. */
function compileReferences(top: string, name: PublishedName): Promise<void> {
  return tsc(top, name, ['-b', join(top, 'packages', name)]);
}

function compile(top: string, name: PublishedName, outDir: string): Promise<void> {
  return tsc(top, name, ['-p', join(top, 'packages', name, 'tsconfig.package.json'), '--outDir', outDir]);
}

async function tsc(top: string, name: PublishedName, args: readonly string[]): Promise<void> {
  await runNode(join(top, 'node_modules/typescript/bin/tsc'), args, `packages/${name} does not compile`);
}

/** JavaScript: a module for each source, with the styles of all in one file, or one module with everything in it. */
async function bundleElements(top: string, outDir: string, name: string): Promise<void> {
  const elements = join(top, 'packages/elements');
  const config = join(elements, name);
  const args = ['build', elements, '--config', config, '--outDir', outDir, '--logLevel', 'warn'];
  await runNode(join(elements, 'node_modules/vite/bin/vite.js'), args, 'packages/elements is not built');
}

async function runNode(script: string, args: readonly string[], failure: string): Promise<void> {
  // In a test it is another one, for which a bundler writes other code.
  const env = { ...process.env, NODE_ENV: 'production' };
  await run(process.execPath, [script, ...args], { env }).catch(
    (error: { stdout: string; stderr: string }) => {
      throw new Error(`${failure}:\n${error.stdout}${error.stderr}`);
    },
  );
}
