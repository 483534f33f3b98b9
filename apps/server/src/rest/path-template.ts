import { AppError } from '@palaver/core';

/** A documented path such as `/api/servers/{serverID}/channels`. */
export interface PathTemplate {
  readonly text: string;
  /** The names between braces, in order. */
  readonly parameters: readonly string[];
}

const LITERAL = /^[\w.-]+$/;
const PARAMETER = /^\{([A-Za-z]\w*)\}$/;

/**
 * Reads a documented path. Every segment must be a literal or one whole parameter, because trpc-to-openapi reads anything
 * else as a regular expression. Throws for a path that is not so, and for a repeated parameter.
 */
export function parseTemplate(text: string): PathTemplate {
  const segments = text.slice(1).split('/');
  const malformed = segments.find((segment) => !LITERAL.test(segment) && !PARAMETER.test(segment));
  if (!text.startsWith('/') || malformed !== undefined) {
    throw new Error(`The path ${text} cannot be served: every segment is a plain word or one {parameter}.`);
  }
  const parameters = segments.flatMap((segment) => PARAMETER.exec(segment)?.[1] ?? []);
  if (new Set(parameters).size < parameters.length) throw new Error(`The path ${text} repeats a parameter.`);
  return { text, parameters };
}

/** The input field that a path parameter fills: `serverID` fills `serverId`, `code` fills `code`. */
export function inputName(parameter: string): string {
  return parameter.replace(/ID$/, 'Id');
}

/**
 * Decodes a path parameter (RFC 3986, 2.1); an escaped slash belongs to the parameter. Throws `MALFORMED_REQUEST` for a
 * malformed escape.
 */
export function decodeParameter(parameter: string): string {
  if (!parameter.includes('%')) return parameter;
  try {
    return decodeURIComponent(parameter);
  } catch (cause) {
    throw new AppError('MALFORMED_REQUEST', { message: 'The path has a malformed percent-escape.', cause });
  }
}
