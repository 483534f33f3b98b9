import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './sources.mjs';

/** A folder of the workspace and those of the packages that it depends on when it runs. */
export function neededBy(workspace, found = new Set()) {
  if (found.has(workspace)) return found;
  found.add(workspace);
  for (const [name, version] of Object.entries(readManifest(workspace).dependencies ?? {})) {
    if (version.startsWith('workspace:')) neededBy(name.replace('@palaver/', 'packages/'), found);
  }
  return found;
}

export function readManifest(workspace) {
  return JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
}
