import { fileURLToPath } from 'node:url';
import base from '../../../../examples/embed/vite.config.ts';
import { embedTheme } from '../../../../packages/elements/embed-theme-plugin.ts';
import { emojiRowsOfTable } from '../../../../packages/elements/emoji-rows-plugin.ts';

const top = (path) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const { MODULE_FOLDER: folder = '' } = process.env;

/** The examples with what this checkout has, in the place of what npm would install. */
export default {
  ...base,
  root: top('examples/embed'),
  plugins: [...base.plugins, emojiRowsOfTable(), embedTheme()],
  resolve: {
    conditions: ['palaver-source', 'module', 'browser'],
    dedupe: ['react', 'react-dom'],
    alias: {
      '@palaver/elements/palaver-elements.js': `${folder}/palaver-elements.js`,
      // The components import their styles where they are not built yet.
      '@palaver/elements/style.css': top('packages/elements/src/styles/embed.css'),
    },
  },
  build: { ...base.build, outDir: `${folder}/examples`, emptyOutDir: true, target: 'es2023' },
};
