import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { embedTheme } from './embed-theme-plugin.ts';
import { emojiRowsOfTable } from './emoji-rows-plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Preact stands for React, which alone would be 60 kB: a page that has a React of its own imports the components. */
const PREACT = [
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
];
/** As in the web client: what the parser of texts brings and a browser has, or nobody calls. */
const UNUSED = [
  { find: /^entities$/, replacement: here('src/chat/markdown/entities.ts') },
  { find: /^(mdurl|punycode\.js)$/, replacement: here('src/chat/markdown/unused.ts') },
];

/** One module to load with everything in it, `palaver-elements.js`. What is rare is in files beside it. */
export default defineConfig({
  plugins: [emojiRowsOfTable(), embedTheme(), stylesInModule()],
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: {
    conditions: ['palaver-source', 'module', 'browser'],
    alias: [...PREACT, ...UNUSED],
    dedupe: ['preact'],
  },
  build: {
    target: 'es2022',
    // They have light-dark(), which is not to be written in another way.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    lib: {
      entry: { 'palaver-elements': here('src/custom-elements/index.tsx') },
      formats: ['es'],
      cssFileName: 'style',
    },
    rolldownOptions: {
      // What the files beside it use of it is exported as well: it stays one file.
      preserveEntrySignatures: 'allow-extension',
      // The packages of tRPC do not say so of themselves, and what is not used of them would stay.
      treeshake: { moduleSideEffects: (id) => !/node_modules\/@trpc\//.test(id) },
      // Directives of packages for servers say nothing here.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'palaver-elements/[name]-[hash].js',
        // Vite leaves the spaces in a library, which a bundler minifies. This one is loaded as it is.
        minify: true,
        codeSplitting: { groups: [{ name: 'palaver-elements', tags: ['$initial'] }] },
      },
    },
  },
});

/** Puts the styles of all modules into the module, for its shadow roots. */
function stylesInModule(): Plugin {
  return {
    name: 'styles-in-module',
    enforce: 'post',
    generateBundle: (_options, bundle) => {
      const { 'style.css': styles } = bundle;
      const chunk = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.code.includes('__PALAVER_STYLES__'),
      );
      if (styles?.type !== 'asset' || chunk?.type !== 'chunk') throw new Error('no module takes the styles');
      const text = JSON.stringify(String(styles.source));
      chunk.code = chunk.code.replace(/(["'`])__PALAVER_STYLES__\1/, () => text);
      delete bundle['style.css'];
    },
  };
}
