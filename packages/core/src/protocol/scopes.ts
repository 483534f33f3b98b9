import { isTag, TAGS, type Tag } from './tags.js';

/** What an API key, or the token of a bot, may be allowed: the operations of a tag that read, or those that write. */
export type Scope = `${Exclude<Tag, 'auth' | 'realtime'>}:${'read' | 'write'}` | 'realtime:read';

/**
 * The scope that an operation needs, which follows from its tag and its method; null for what no key may do. That is all
 * of `auth`: passwords, second factors and sessions are the person's own.
 */
export function scopeOf(tag: Tag, method: string): Scope | null {
  if (tag === 'auth') return null;
  if (tag === 'realtime') return 'realtime:read';
  return `${tag}:${method === 'GET' ? 'read' : 'write'}`;
}

/** Every scope, in the order of the tags. */
export const SCOPES: readonly Scope[] = [
  ...new Set(
    Object.keys(TAGS)
      .filter(isTag)
      .flatMap((tag) => ['GET', 'POST'].flatMap((method) => scopeOf(tag, method) ?? [])),
  ),
];

export type BotScope = Exclude<Scope, `admin:${string}`>;

/** Those that the token of a bot can have. Bots administer no service. */
export const BOT_SCOPES: readonly BotScope[] = SCOPES.filter(
  (scope): scope is BotScope => !scope.startsWith('admin:'),
);
