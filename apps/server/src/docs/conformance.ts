import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { oas31 } from 'zod-openapi';
import { closed } from './closed-schemas.js';

/** An answer as a client received it; `body` is the parsed JSON, or the text of anything else. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  readonly body?: unknown;
}

interface Checker {
  readonly document: oas31.OpenAPIObject;
  readonly templates: ReadonlyArray<{ readonly text: string; readonly pattern: RegExp }>;
  /** The compiled schema at a JSON pointer (RFC 6901) of the document. */
  readonly validator: (pointer: readonly string[]) => ValidateFunction;
  readonly headerValidator: (pointer: readonly string[]) => ValidateFunction;
}

const checkers = new WeakMap<object, Checker>();
/** By all of a document that is checked: services on other addresses share what was compiled. */
const compiled = new Map<string, Checker>();

/**
 * Checks an answer against the document. Throws an error that names the first difference: an unknown operation, status,
 * media type or property, a missing header, a value of another type.
 *
 * The rules for all operations (404 for an unknown path, 405 with `Allow`, OPTIONS, HEAD) are checked as well.
 */
export function assertConforms(document: oas31.OpenAPIObject, exchange: Exchange): void {
  const problem = problemWith(checkerOf(document), exchange);
  if (problem !== null) {
    const { method, path, status, body } = exchange;
    throw new Error(
      `${method} ${path} answered ${status}: ${problem}\n${JSON.stringify(body)?.slice(0, 2000)}`,
    );
  }
}

function checkerOf(document: oas31.OpenAPIObject): Checker {
  const known = checkers.get(document);
  if (known !== undefined) return known;
  const checked = JSON.stringify([document.paths, document.components]);
  const checker = compiled.get(checked) ?? createChecker(document);
  compiled.set(checked, checker);
  checkers.set(document, checker);
  return checker;
}

function createChecker(document: oas31.OpenAPIObject): Checker {
  const options = { strict: false, allErrors: true, validateSchema: false, logger: false } as const;
  const compile = (ajv: Ajv2020) => {
    formats.default(ajv);
    ajv.addSchema(closed(document), 'document');
    const cache = new Map<string, ValidateFunction>();
    return (pointer: readonly string[]): ValidateFunction => {
      const key = pointer
        .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
        .join('/');
      const found = cache.get(key) ?? ajv.compile({ $ref: `document#/${key}` });
      cache.set(key, found);
      return found;
    };
  };
  return {
    document,
    // Literals come before parameters: "{" sorts after all letters.
    templates: Object.keys(document.paths ?? {})
      .sort()
      .map((text) => ({ text, pattern: patternOf(text) })),
    validator: compile(new Ajv2020(options)),
    // A header's value is a text; its schema gives the type that the text is read as.
    headerValidator: compile(new Ajv2020({ ...options, coerceTypes: true })),
  };
}

/** Written independently of the index that dispatches, so that each checks the other. */
function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`, 'i');
}

function problemWith(checker: Checker, exchange: Exchange): string | null {
  const { document, templates } = checker;
  const path = exchange.path.replace(/[?#].*$/s, '').replace(/(?<=.)\/$/, '');
  const matching = templates.filter((template) => template.pattern.test(path));
  const method = exchange.method === 'HEAD' ? 'get' : exchange.method.toLowerCase();
  const template = matching.find(({ text }) => operationAt(document, text, method) !== undefined);
  if (template === undefined) return problemWithoutOperation(checker, exchange, matching.length > 0);

  const responses = ['paths', template.text, method, 'responses'];
  const declared = operationAt(document, template.text, method)?.responses?.[String(exchange.status)];
  if (declared === undefined) return 'the document has no such status for this operation.';
  if (!('$ref' in declared))
    return problemWithResponse(checker, exchange, [...responses, String(exchange.status)], declared);
  const pointer = declared.$ref.split('/').slice(1);
  const shared = document.components?.responses?.[pointer.at(-1) ?? ''];
  if (shared === undefined || '$ref' in shared) return `${declared.$ref} is not in the document.`;
  return problemWithResponse(checker, exchange, pointer, shared);
}

function problemWithoutOperation(checker: Checker, exchange: Exchange, known: boolean): string | null {
  const { method, status, body } = exchange;
  const allow = headerOf(exchange, 'Allow');
  if (method === 'OPTIONS' && known && status === 204) return allow ? null : 'there is no Allow header.';
  if (known && status !== 405) return 'the document has no such operation.';
  if (!known && status !== 404) return 'the document has no such path.';
  if (known && !allow) return 'there is no Allow header.';
  if (method === 'HEAD') return null;
  return schemaProblem(checker.validator(['components', 'schemas', 'ApiError']), body);
}

function problemWithResponse(
  checker: Checker,
  exchange: Exchange,
  pointer: readonly string[],
  response: oas31.ResponseObject,
): string | null {
  return (
    rateLimitProblem(exchange) ??
    headerProblem(checker, exchange, pointer, response) ??
    bodyProblem(checker, exchange, pointer, response)
  );
}

/** The schema of 429 has a `code` for generated clients; the answer has none (docs/reference.md, section 7). */
function rateLimitProblem({ status, body }: Exchange): string | null {
  const hasCode = typeof body === 'object' && body !== null && 'code' in body;
  return status === 429 && hasCode ? 'a 429 has no code.' : null;
}

function headerProblem(
  checker: Checker,
  exchange: Exchange,
  pointer: readonly string[],
  response: oas31.ResponseObject,
): string | null {
  for (const [name, header] of Object.entries(response.headers ?? {})) {
    const value = headerOf(exchange, name);
    if (value === null && 'required' in header && header.required) return `the header ${name} is missing.`;
    if (value === null) continue;
    const place = '$ref' in header ? header.$ref.split('/').slice(1) : [...pointer, 'headers', name];
    const validate = checker.headerValidator([...place, 'schema']);
    const problem = schemaProblem(validate, value);
    if (problem) return `the header ${name} is not as documented: ${problem}`;
  }
  return null;
}

function bodyProblem(
  checker: Checker,
  exchange: Exchange,
  pointer: readonly string[],
  response: oas31.ResponseObject,
): string | null {
  const { method, body } = exchange;
  const isEmpty = body === undefined || body === null || body === '';
  const content = response.content ?? {};
  if (method === 'HEAD') return isEmpty ? null : 'HEAD has a body.';
  if (Object.keys(content).length === 0)
    return isEmpty ? null : 'there is a body, and the document has none.';
  const type = (headerOf(exchange, 'Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const media = [type, `${type.split('/', 1)[0]}/*`, '*/*'].find((candidate) => candidate in content);
  if (media === undefined) return `the document has no media type ${type} here.`;
  if (media !== 'application/json') return null;
  return schemaProblem(checker.validator([...pointer, 'content', media, 'schema']), body);
}

function schemaProblem(validate: ValidateFunction, value: unknown): string | null {
  if (validate(value)) return null;
  const problems = (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || 'it'} ${message} ${JSON.stringify(params)}`,
  );
  return problems.join('; ');
}

function operationAt(
  document: oas31.OpenAPIObject,
  path: string,
  method: string,
): oas31.OperationObject | undefined {
  const item = Object.entries(document.paths?.[path] ?? {});
  return item.find(([key]) => key === method)?.[1];
}

function headerOf({ headers }: Exchange, name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase());
  return entry?.[1] === undefined ? null : String(entry[1]);
}
