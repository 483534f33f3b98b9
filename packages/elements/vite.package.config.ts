import { cpSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { embedTheme } from './embed-theme-plugin.ts';
import { emojiRowsOfTable } from './emoji-rows-plugin.ts';

const SOURCES = fileURLToPath(new URL('src', import.meta.url));
const IS_ENTRY = /(?<!\.d|\.test)\.tsx?$/;
/** Modules that use these run in a browser, or while a page is rendered, and never as components of a server. */
const OF_BROWSERS =
  /^(?:react(?:-dom)?(?:\/|$)|@palaver\/react$|@base-ui\/|lucide-react$|frimousse$|virtua$)/;

/** The elements as they are published: a module for each source, and the styles of all in `style.css`. */
export default defineConfig({
  plugins: [emojiRowsOfTable(), embedTheme(), copyStyles()],
  build: {
    target: 'es2022',
    // They have light-dark(), which is not to be written in another way.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    minify: false,
    lib: { entry: entries(), formats: ['es'], cssFileName: 'style' },
    rolldownOptions: {
      // Everything but the own files is a package, which the project installs.
      external: (id) => /^[^./\0]/.test(id) && !id.startsWith(SOURCES),
      output: {
        preserveModules: true,
        preserveModulesRoot: SOURCES,
        entryFileNames: '[name].js',
        banner: ({ imports }) => (imports.some((id) => OF_BROWSERS.test(id)) ? "'use client';" : ''),
      },
    },
  },
});

/** By name, the files of `src` without tests, and without the web components, which are a module by themselves. */
function entries(): Record<string, string> {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    files
      .filter((file) => IS_ENTRY.test(file) && !/^(testing|custom-elements)/.test(file))
      .map((file) => [file.replace(/\.tsx?$/, ''), join(SOURCES, file)]),
  );
}

/** The colours, for a page to take or to replace. What parts need around them is in `style.css`. */
function copyStyles(): Plugin {
  let outDir = '';
  return {
    name: 'copy-styles',
    configResolved: ({ root, build }) => {
      outDir = resolve(root, build.outDir);
    },
    closeBundle: () => {
      const filter = (file: string) => !file.endsWith('embed.css');
      cpSync(join(SOURCES, 'styles'), join(outDir, 'styles'), { recursive: true, filter });
    },
  };
}
