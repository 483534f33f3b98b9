import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../../../apps/server/src/testing/test-service.js';
import { EmptyProject } from './empty-project.js';

/** A compiler takes seconds for the declarations of tRPC, and longer on a busy machine. */
/** It wants exactly this version of tRPC, so a project that uses it has an older one than the workspace. */
const TRPC = { '@trpc/client': '@trpc/client-11.22', '@trpc/server': '@trpc/server-11.22' };

/** Declarations of tRPC 11.22 do not compile themselves: they name those of ws in a way that these are not. */
const SKIP = { skipLibCheck: true };

const PROGRAM = `
import { type AppRouter, createPalaverClient } from '@palaver/client';
import { QueryClient } from '@tanstack/react-query';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';

const url = process.env.PALAVER_URL ?? '';
const { token } = await createPalaverClient({ url }).api.auth.register.mutate({
  username: 'alice',
  password: 'correct horse battery staple',
});
const queryClient = new QueryClient();
const trpc = createTRPCOptionsProxy<AppRouter>({ client: createPalaverClient({ url, token }).api, queryClient });

const create = trpc.servers.create.mutationOptions();
await create.mutationFn?.({ name: 'Rosebud' }, { client: queryClient, meta: undefined });
const servers = await queryClient.fetchQuery(trpc.servers.list.queryOptions());
console.log(servers.map(({ name, memberCount }) => \`\${name} \${memberCount.toFixed()}\`));
`;

/** What `AppRouter` does not have. */
const WRONG_LINES = [
  'trpc.servers.lists.queryOptions();',
  'trpc.messages.list.queryOptions({ channel: "c" });',
  'servers[0]?.title;',
];

let project: EmptyProject;
let service: TestService;
beforeAll(async () => {
  project = await EmptyProject.create({
    ...TRPC,
    '@trpc/tanstack-react-query': '@trpc/tanstack-react-query',
    '@tanstack/react-query': '@tanstack/react-query',
    '@types/node': '@types/node',
    '@types/react': '@types/react',
    react: 'react',
  });
  service = await startTestService();
});
afterAll(async () => {
  await service?.close();
  await project?.remove();
});

test('queries and mutations of @trpc/tanstack-react-query have the types of AppRouter, and run, and no others', async () => {
  await project.write('query.ts', PROGRAM);
  await project.write('refused.ts', PROGRAM + WRONG_LINES.join('\n'));
  const complaints = await project.compile(['query.ts', 'refused.ts'], '5.9', SKIP);
  expect(await project.run('query.js', { PALAVER_URL: service.url })).toBe("[ 'Rosebud 1' ]\n");
  const before = PROGRAM.split('\n').length - 1;
  expect(complaints.map(({ file, line }) => [file, line - before])).toEqual([
    ['refused.ts', 1],
    ['refused.ts', 2],
    ['refused.ts', 3],
  ]);
});
