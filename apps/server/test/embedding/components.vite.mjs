import { fileURLToPath } from 'node:url';
import base from '../../../../packages/elements/vite.module.config.ts';

const { plugins, resolve, build } = base;
const isOfBuild = ({ name }) => name !== 'styles-in-module';
const isPreact = ({ replacement }) => replacement.startsWith('preact');

/** The React components as a project bundles them, beside its own React. */
export default {
  ...base,
  plugins: plugins.filter(isOfBuild),
  resolve: { ...resolve, alias: resolve.alias.filter((each) => !isPreact(each)) },
  build: {
    ...build,
    lib: {
      ...build.lib,
      entry: {
        components: fileURLToPath(new URL('../../../../packages/elements/src/index.ts', import.meta.url)),
      },
    },
    rolldownOptions: { ...build.rolldownOptions, external: /^react(-dom)?(\/|$)/ },
  },
};
