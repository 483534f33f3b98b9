import { defineConfig } from 'vitest/config';
import projects from './vitest.workspace.js';

export default defineConfig({
  test: {
    // Vitest 4 no longer reads vitest.workspace.ts by itself.
    projects,
    // A worker for each core: by default one core would be left for a person at the machine.
    maxWorkers: '100%',
    // One Postgres for all projects of a run.
    globalSetup: './packages/db/src/testing/global-setup.ts',
  },
});
