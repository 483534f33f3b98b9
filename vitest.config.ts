import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { defineConfig } from 'vitest/config';
import projects from './vitest.workspace.js';

/** Files that take half a minute or more: whichever came last would run alone at the end. */
const LONG =
  /\.slow\.ts$|\/deploy\/test\/nodes\.test\.ts$|\/(access-matrix|access-matrix-native|backup|cli|every-write|generated-clients|kill-during-deliveries|kill-during-import|openapi-document|process|random-requests|start-refusals|stop-signals|tries|web-client[a-z-]*|workers)\.test\.ts$/;

/** Long files first, and both project by project: a worker whose files share modules is kept as long as the project stays. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId, project }: TestSpecification) =>
      projects.findIndex(({ test }) => test?.name === project.name) +
      (LONG.test(moduleId) ? 0 : projects.length);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    // Vitest 4 no longer reads vitest.workspace.ts by itself.
    projects,
    // A worker for each core: by default one core would be left for a person at the machine.
    maxWorkers: '100%',
    // One Postgres for all projects of a run.
    globalSetup: './packages/db/src/testing/global-setup.ts',
    sequence: { sequencer: LongFilesFirst },
  },
});
