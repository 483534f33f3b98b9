import { type AppRouter, DEFAULT_LIMITS } from '@palaver/core';
import { createTRPCClient, httpLink } from '@trpc/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PNG } from './multipart-body.fixture.js';
import { type FileService, type Person, startFileService } from './test-support.js';

let service: FileService;
let alice: Person;
beforeAll(async () => {
  service = await startFileService();
  alice = await service.person('alice');
});
afterAll(() => service.close());

const client = (token: string) =>
  createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${service.url}/trpc`, headers: { Authorization: `Bearer ${token}` } })],
  });
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error) => error.data?.errorCode ?? String(error),
  );

test('a native client sets an avatar of at most 5 MB', async () => {
  const users = client(alice.token).users;
  const me = await users.setAvatar.mutate(new File([PNG], 'me.png', { type: 'image/png' }));
  expect(me).toMatchObject({ id: alice.id, avatarPath: expect.stringContaining('/api/avatars/') });
  const exact = Buffer.concat([PNG], DEFAULT_LIMITS.avatarBytes);
  expect(await codeOf(users.setAvatar.mutate(new Blob([exact])))).toBe('done');
  expect(await codeOf(users.setAvatar.mutate(new Blob([exact, 'x'])))).toBe('FILE_TOO_LARGE');
  expect(await codeOf(users.setAvatar.mutate(new Blob(['words'])))).toBe('IMAGE_UNREADABLE');
  expect(await users.removeAvatar.mutate()).toMatchObject({ avatarPath: null });
});

test('setting an avatar needs a valid token', async () => {
  expect(await codeOf(client('plv_bad').users.setAvatar.mutate(new Blob([PNG])))).toBe('UNAUTHENTICATED');
});
