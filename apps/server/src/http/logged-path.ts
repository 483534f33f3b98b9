import type { IncomingMessage } from 'node:http';
import { pathOf } from './request-target.js';

/** Characters of a path or a name that a log line has. */
const LENGTH_MAX = 200;
/** What separates segments; a path that could not be normalized may have the others. */
const SLASH = '(?:[/\\\\]|%2f|%5c)';

/** The first parameter of a template that is no id, with the literal before it, after ids or not, and what comes after it. */
const VALUE = /([^/{}]+)(?:\/\{\w+ID\})*\/\{(?!\w+ID\})(\w+)\}(.*)$/;
/** An id stays in the log. */
const ID = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}';

/** A text that a caller chose, at a length that a log line has room for. */
export function cutForLog(text: string): string {
  return text.length > LENGTH_MAX ? `${text.slice(0, LENGTH_MAX)}…` : text;
}

/**
 * Makes the function that gives the path of a request as the log may hold it, from the templates of all operations. A path
 * parameter that is no id, such as the code of an invite, stands there by its name. What follows the literal before it is
 * replaced for every method and for paths without an operation too: a request that is a mistake may have a valid code.
 */
export function loggedPaths(templates: readonly string[]): (req: Pick<IncomingMessage, 'url'>) => string {
  const names = new Map<string, string>();
  const ends = new Set<string>();
  for (const template of templates) {
    const [, literal = '', name, end = ''] = VALUE.exec(template) ?? [];
    if (name === undefined) continue;
    names.set(literal.toLowerCase(), name);
    if (!end.includes('{')) ends.add(end);
  }
  if (names.size === 0) return (req) => cutForLog(pathOf(req));
  const values = new RegExp(
    `((?:^|${SLASH})(${[...names.keys()].join('|')})(?:${SLASH}+${ID})*)${SLASH}+(?!${ID}${SLASH}*$).+?(${[...ends].join('|')})?$`,
    'is',
  );
  return (req) =>
    cutForLog(pathOf(req)).replace(
      values,
      (_, before: string, literal: string, end = '') =>
        `${before}/{${names.get(literal.toLowerCase())}}${end.toLowerCase()}`,
    );
}
