import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Values } from './chart.js';

const TOP = fileURLToPath(new URL('../../..', import.meta.url));
/** Of what the chart makes. A kind that is not here fails. */
const MODULES: Record<string, string> = {
  'apps/v1': 'apps/v1',
  v1: 'core/v1',
  'networking.k8s.io/v1': 'networking/v1',
  'policy/v1': 'policy/v1',
};

/**
 * What the compiler says of resources against the types of the API of Kubernetes: an unknown field, a wrong type, a missing
 * field. Empty where all is well.
 */
export async function complaintsAbout(resources: readonly Values[]): Promise<string> {
  const folder = join(TOP, 'deploy/test/dist/resources');
  mkdirSync(folder, { recursive: true });
  const constants = resources.map((resource, index) => {
    const module = MODULES[String(resource.apiVersion)];
    if (module === undefined) throw new Error(`no types for ${resource.apiVersion}`);
    const type = `import('kubernetes-types/${module}').${resource.kind}`;
    return `export const resource${index}: ${type} = ${JSON.stringify(resource, null, 2)};\n`;
  });
  writeFileSync(join(folder, 'resources.ts'), constants.join('\n'));
  const compilerOptions = { strict: true, noEmit: true, module: 'preserve', skipLibCheck: true, types: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['resources.ts'] }));
  try {
    return await new Promise((resolve) => {
      execFile(join(TOP, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false'], (error, stdout) =>
        resolve(error ? stdout || String(error) : ''),
      );
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
