import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type SharedService, sharedService } from '../testing/shared-service.js';

// The documents as the service serves them.

const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'));

let service: SharedService;
beforeAll(async () => {
  service = await sharedService();
});

const read = async (path: string): Promise<unknown> => (await fetch(`${service.url}${path}`)).json();

test.each(['/api/openapi.json', '/api/asyncapi.json'])('%s has the version of the package', async (path) => {
  expect(await read(path)).toMatchObject({ info: { version } });
});

const Limited = z.looseObject({
  $ref: z.string().optional(),
  headers: z.record(z.string(), z.object({ required: z.boolean().optional() })).optional(),
});
const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ responses: z.object({ 429: Limited.optional() }) })),
  ),
  components: z.object({ responses: z.record(z.string(), Limited) }),
});

test('each operation under /api answers 429 and says how long to wait', async () => {
  const { paths, components } = Document.parse(await read('/api/openapi.json'));
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { responses }]) => ({
      name: `${method} ${path}`,
      limited: responses[429],
    })),
  );
  const silent = operations.filter(({ name, limited }) => {
    const response = limited?.$ref ? components.responses[limited.$ref.split('/').at(-1) ?? ''] : limited;
    return name.includes(' /api/') && response?.headers?.['Retry-After']?.required !== true;
  });
  expect(operations.length).toBeGreaterThan(250);
  expect(silent.map(({ name }) => name)).toEqual([]);
});
