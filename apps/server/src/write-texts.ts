// Writes the texts that describe the service, for the build: made by a running service, they would hold up everybody for a second.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appRouter, createDiskStore } from '@palaver/core';
import { BUILT_TEXTS, makeTexts, unknownService } from './docs/document-texts.js';
import { extraOperations } from './extra-operations.js';
import { createOperations } from './operations.js';
import { VERSION } from './version.js';

/** Only what the operations say of themselves is read. */
function notCalled(): never {
  throw new Error('no operation is called while its documentation is written');
}

const service = unknownService(VERSION);
const folder = await mkdtemp(join(tmpdir(), 'palaver-documents-'));
try {
  const extras = extraOperations({
    files: await createDiskStore(folder),
    limits: service.limits,
    createContext: notCalled,
    limitWebhooks: notCalled,
    info: () => service,
    monitoring: { readiness: notCalled, draining: { begun: false }, metrics: null },
  });
  const { document } = createOperations(appRouter, extras, () => service);
  await writeFile(BUILT_TEXTS, JSON.stringify(await makeTexts(await document())));
} finally {
  await rm(folder, { recursive: true });
}
