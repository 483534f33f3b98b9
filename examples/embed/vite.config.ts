import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import react from '@vitejs/plugin-react';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

const page = (name: string) => fileURLToPath(new URL(`${name}/index.html`, import.meta.url));

/** The pages with a framework. A project has the plugin of its own alone. */
export default defineConfig({
  plugins: [
    react(),
    vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('palaver-') } } }),
    svelte(),
  ],
  build: { rolldownOptions: { input: ['react', 'vue', 'svelte'].map(page) } },
});
