import { readDatabaseUrl, writeDatabaseUrl } from '@palaver/db';
import { z } from 'zod';
import type { ValueKind } from './value-kinds.js';

/** For an address, which may have a password, and a token in its query. */
function addressAlone(text: string): string {
  const { pathname } = new URL(text);
  return `${originAlone(text)}${pathname === '/' ? '' : pathname}`;
}
/** For an address whose path may be a secret too. */
function originAlone(text: string): string {
  const { protocol, host } = new URL(text);
  return `${protocol}//${host}`;
}

export const databaseUrl: ValueKind<string> = {
  allowed:
    '`postgres://user:password@host:5432/database`, or several hosts: `@one:5432,two:5432/database?target_session_attrs=read-write`',
  shown: databaseAlone,
  schema: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a URL such as postgres://user:password@host:5432/database')
    .refine(isDatabaseUrl, 'is not a URL'),
};

/** It may name several hosts, which no other URL may. */
function databaseAlone(text: string): string {
  const { url, hosts } = readDatabaseUrl(text);
  url.username = '';
  url.password = '';
  url.search = '';
  return writeDatabaseUrl({ url, hosts });
}

function isDatabaseUrl(text: string): boolean {
  try {
    readDatabaseUrl(text);
    return true;
  } catch {
    return false;
  }
}

export const redisUrl: ValueKind<string> = {
  allowed: '`redis://:password@host:6379`, `rediss://` with TLS',
  shown: addressAlone,
  schema: z
    .string()
    .refine(
      (url) => /^rediss?:\/\//.test(url) && URL.canParse(url),
      'must be a URL such as redis://:password@host:6379',
    ),
};

/** Its value has no trailing slash. */
export const httpUrl: ValueKind<string> = {
  allowed: '`https://chat.example.com`',
  shown: addressAlone,
  schema: z
    .string()
    .refine((url) => /^https?:\/\//.test(url) && URL.canParse(url), 'must be an http:// or https:// URL')
    .transform((url) => url.replace(/\/+$/, '')),
};

/** Kept as it is, because a receiver may know its path with or without the last slash. */
export const hookUrl: ValueKind<URL> = {
  allowed: '`https://app.example.com/hooks/before-send`',
  shown: originAlone,
  schema: z
    .string()
    .refine((url) => /^https?:\/\//.test(url) && URL.canParse(url), 'must be an http:// or https:// URL')
    .transform((url) => new URL(url)),
};

export const smtpUrl: ValueKind<URL> = {
  allowed: '`smtp://user:password@mail.example.com:587`, `smtps://` with TLS from the start',
  shown: originAlone,
  schema: z
    .string()
    .refine(
      (url) => /^smtps?:\/\/./.test(url) && URL.canParse(url),
      'must be a URL such as smtp://user:password@mail.example.com:587',
    )
    .transform((url) => new URL(url)),
};
