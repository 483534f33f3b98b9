import { describe, expect, it } from 'vitest';
import { possiblePaths, queryOf, rawPath } from './request-target.js';

describe('rawPath', () => {
  it.each([
    ['/api/x', '/api/x'],
    ['/api/x?a=/b#c', '/api/x'],
    ['/api/x#c?d', '/api/x'],
    ['http://host:80/api/x?y', '/api/x'],
    ['HTTP://host', ''],
    ['/http://host/api', '/http://host/api'],
    ['//host/api', '//host/api'],
    ['*', '*'],
  ])('of %s is %s', (target, expected) => {
    expect(rawPath(target)).toBe(expected);
  });
});

describe('queryOf', () => {
  it.each([
    ['/trpc/a?batch=1', '1'],
    ['/trpc/a?b%61tch=%31', '1'],
    ['/trpc/a?batch=1&batch=2', '1'],
    ['/trpc/a?batch=1#?batch=2', '1'],
    ['/trpc/a#?batch=1', null],
    ['/trpc/a', null],
  ])('of %s has batch %s', (target, expected) => {
    expect(queryOf(target).get('batch')).toBe(expected);
  });
});

describe('possiblePaths', () => {
  it.each([
    ['/api/auth/login', ['/api/auth/login']],
    ['/API/Auth/Login/', ['/API/Auth/Login/']],
    [
      '/api/users/01890a5d-ac96-774b-bcce-b302099a8057?x',
      ['/api/users/01890a5d-ac96-774b-bcce-b302099a8057'],
    ],
  ])('of the plain %s is that path alone', (target, expected) => {
    expect([...possiblePaths(target, rawPath(target))]).toEqual(expected);
  });

  it.each([
    '/api/x/../auth/login',
    '/api/../auth/login',
    '/api/%2e%2E/auth/login',
    '/api/x\\..\\auth/login',
    '/x/../api/auth/login',
    '/api/./auth/login',
    '//x/api/auth/login',
    '/\\x/api/auth/login',
    '/api//x/auth/login',
    'http://x/api/auth/login',
    'http:///x/api/auth/login',
    'http://x/y/../api/auth/login',
    '//[/../../api/auth/login',
  ])('of %s include what it resolves to', (target) => {
    expect([...possiblePaths(target, rawPath(target))]).toContain('/api/auth/login');
  });

  it.each(['*', '', '//[', 'http://[', '/api//[', '/%', 'host:443'])(
    'of the unreadable %j do not throw',
    (target) => {
      expect([...possiblePaths(target, rawPath(target))]).toContain(rawPath(target));
    },
  );
});
