import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** A service that `npm run dev` passes calls to. */
const SERVICE = process.env.PALAVER_URL ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [react()],
  // The packages of the workspace are bundled from their source.
  resolve: { conditions: ['palaver-source', 'module', 'browser'], dedupe: ['react', 'react-dom'] },
  build: {
    target: 'es2023',
    // The policy of the page runs no script and takes no font from a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': { target: SERVICE, ws: true }, '/trpc': SERVICE } },
});
