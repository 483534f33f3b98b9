import { readFileSync } from 'node:fs';
import { type Plugin, transformWithOxc } from 'vite';

const SOURCE = new URL('service-worker/service-worker.ts', import.meta.url);

/** Makes the service worker of a build, which knows the names of the build's files. */
export function offlineFiles(): Plugin {
  return {
    name: 'offline-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = Object.keys(bundle)
          .filter((file) => file.startsWith('assets/'))
          .map((file) => `/${file}`)
          .sort();
        const begin = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)?.fileName;
        if (begin === undefined) throw new Error('The build has no script that the page begins with');
        const build = JSON.stringify({ begin: `/${begin}`, files });
        const { code } = await transformWithOxc(readFileSync(SOURCE, 'utf8'), SOURCE.pathname);
        this.emitFile({
          type: 'asset',
          fileName: 'service-worker.js',
          source: `const BUILD = ${build};\n${code}`,
        });
      },
    },
  };
}
