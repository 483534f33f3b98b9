import { expect, test } from 'vitest';
import { nativePath } from './native-path.js';

test.each([
  ['/trpc/users.me', 'users.me'],
  ['/TRPC/users.me', 'users.me'],
  ['/trpc/a,b', 'a,b'],
  ['/trpc/x/users.me', 'users.me'],
  ['/trpc/%20', '%20'],
  ['/trpc/', ''],
  ['/trpc', ''],
  ['/trpcx/users.me', undefined],
  ['/api/trpc/users.me', undefined],
  ['/', undefined],
])('%s calls %s', (path, called) => {
  expect(nativePath(path)).toBe(called);
});
