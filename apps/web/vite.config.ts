import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { emojiData } from './emoji-data.ts';

/** A service that `npm run dev` passes calls to. */
const SERVICE = process.env.PALAVER_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react(), emojiData()],
  // The packages of the workspace are bundled from their source.
  resolve: { conditions: ['palaver-source', 'module', 'browser'], dedupe: ['react', 'react-dom'] },
  build: {
    target: 'es2023',
    // The policy of the page runs no script and takes no font from a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The packages of tRPC do not say so of themselves, and what is not used of them would stay.
    rolldownOptions: { treeshake: { moduleSideEffects: (id) => !/node_modules\/@trpc\//.test(id) } },
  },
  server: { proxy: { '/api': { target: SERVICE, ws: true }, '/trpc': SERVICE } },
});
