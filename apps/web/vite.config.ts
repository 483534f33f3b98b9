import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';
import { emojiRowsOfTable } from '../../packages/elements/emoji-rows-plugin.ts';
import { offlineFiles } from './offline-files.ts';

/** What the chat and the pages around the sign-in have in common. */
const SIGNED_OUT_TOO =
  /\/packages\/client\/src\/(?!store\/|personal\/|state\/|commands\/)|\/@trpc\/|\/elements\/src\/ui\/(avatar|button|field|refusal)\./;

/** What is built runs on Preact, as the module of packages/elements does: 50 kB less to load. `npm run dev` has React, and what it says. */
const PREACT = [
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
];
// What the parser of texts brings and a browser has, or nobody calls: 15 kB.
const UNUSED = [
  { find: /^entities$/, replacement: inMarkdown('entities.ts') },
  { find: /^(mdurl|punycode\.js)$/, replacement: inMarkdown('unused.ts') },
];

export default defineConfig(({ command }) => ({
  plugins: [react(), emojiRowsOfTable(), startPreloaded(), offlineFiles()],
  // The packages of the workspace are bundled from their source.
  resolve: {
    conditions: ['palaver-source', 'module', 'browser'],
    dedupe: ['preact', 'react', 'react-dom'],
    alias: [...(command === 'build' ? PREACT : []), ...UNUSED],
  },
  build: {
    target: 'es2023',
    // The policy of the page runs no script and takes no font from a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // The packages of tRPC do not say so of themselves, and what is not used of them would stay.
      treeshake: { moduleSideEffects: (id) => !/node_modules\/@trpc\//.test(id) },
      // One file for what the page begins with, one for all pages, one for the calls of the
      // service, and one for the chat: each further one takes time.
      output: {
        codeSplitting: {
          groups: [
            { name: 'begin', tags: ['$initial'], priority: 1 },
            { name: 'start', test: /\/src\/start\.tsx$/ },
            { name: 'calls', test: SIGNED_OUT_TOO, priority: 1 },
            { name: 'chat', test: /\/src\/signed-in\.tsx$/ },
          ],
        },
      },
    },
  },
}));

function inMarkdown(file: string): string {
  return fileURLToPath(new URL(`../../packages/elements/src/chat/markdown/${file}`, import.meta.url));
}

/** Lets the page load with its first script what that script will import. */
function startPreloaded(): Plugin {
  return {
    name: 'start-preloaded',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }): HtmlTagDescriptor[] =>
        Object.keys(bundle).flatMap((file) => {
          const href = `/${file}`;
          if (/^assets\/(start|calls|rolldown-runtime)-.*\.js$/.test(file))
            return link({ rel: 'modulepreload', crossorigin: true, href });
          if (/^assets\/(start|calls|chat)-.*\.css$/.test(file))
            return link({ rel: 'stylesheet', crossorigin: true, href });
          return [];
        }),
    },
  };
}

function link(attrs: NonNullable<HtmlTagDescriptor['attrs']>): HtmlTagDescriptor {
  return { tag: 'link', attrs, injectTo: 'head' };
}
