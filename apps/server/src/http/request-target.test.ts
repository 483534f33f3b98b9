import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { normalizeTarget, pathOf, queryOf } from './request-target.js';

function request(url: string, host = 'palaver.test'): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { url, headers: { host } });
}

describe('a request that is read in two ways', () => {
  const headers = (...rawHeaders: string[]) => Object.assign(request('/api/x'), { rawHeaders });
  it('is refused with several Host lines, also of one value', () => {
    expect(() => normalizeTarget(headers('Host', 'a', 'accept', '*/*', 'hOST', 'a'))).toThrow();
    expect(() => normalizeTarget(headers('Host', 'palaver.test', 'X-Host', 'b'))).not.toThrow();
  });

  it.each(['gzip', 'chunked, gzip', 'chunked, chunked', 'identity', ' chunked x'])(
    'is refused with the coding %j',
    (coding) => {
      const req = request('/api/x');
      req.headers['transfer-encoding'] = coding;
      expect(() => normalizeTarget(req)).toThrow();
      req.headers['transfer-encoding'] = 'Chunked';
      expect(() => normalizeTarget(req)).not.toThrow();
    },
  );
});

describe('pathOf', () => {
  it.each([
    ['/api/x', '/api/x'],
    ['/api/x?a=/b#c', '/api/x'],
    ['/api/x#c?d', '/api/x'],
    ['http://host:80/api/x?y', '/api/x'],
    ['HTTP://user:secret@host', ''],
    ['/http://host/api', '/http://host/api'],
    ['//host/api', '//host/api'],
    ['*', '*'],
  ])('of %s is %s', (url, expected) => {
    expect(pathOf({ url })).toBe(expected);
  });
});

describe('queryOf', () => {
  it.each([
    ['/trpc/a?batch=1', 'batch=1'],
    ['/trpc/a?b%61tch=1?2', 'b%61tch=1?2'],
    ['/trpc/a?batch=1#?batch=2', 'batch=1'],
    ['/trpc/a#?batch=1', ''],
    ['/trpc/a?', ''],
    ['/trpc/a', ''],
  ])('of %s is %s', (url, expected) => {
    expect(queryOf({ url })).toBe(expected);
  });
});

describe('normalizeTarget', () => {
  it.each([
    ['/api/auth/login', '/api/auth/login'],
    ['/API/Auth/Login/?x=1', '/API/Auth/Login/?x=1'],
    ['/api/x/../auth/login', '/api/auth/login'],
    ['/api/%2e%2E/api/auth/login', '/api/auth/login'],
    ['/api/x\\..\\auth/login', '/api/auth/login'],
    ['http://host/api/auth/login#x', '/api/auth/login'],
    ['http:///host/api/auth/login', '/api/auth/login'],
    ['/api/log%69n', '/api/log%69n'],
    ['//x/api/auth/login', '//x/api/auth/login'],
  ])('makes of %s %s', (target, expected) => {
    const req = request(target);
    normalizeTarget(req);
    expect(req.url).toBe(expected);
  });

  it.each(['*', '', 'http://[', 'ftp://host/api', 'host:443', 'http://user@host/api'])(
    'refuses %s',
    (target) => {
      expect(() => normalizeTarget(request(target))).toThrow(
        expect.objectContaining({ code: 'BAD_REQUEST' }),
      );
    },
  );

  it.each(['', '[', 'a/b', 'a:b@c', 'a?b'])('refuses the host %s', (host) => {
    expect(() => normalizeTarget(request('/api', host))).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST' }),
    );
  });
});
