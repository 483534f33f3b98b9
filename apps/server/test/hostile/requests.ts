import fc from 'fast-check';
import type { oas31 } from 'zod-openapi';
import type { Ids } from './fixture.js';
import { bodyOf, fieldOf, HOSTILE_TEXTS, type Source, schemaObject } from './values.js';

/** A random request: valid according to the document, or nearly valid. */
export interface HostileRequest {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The text of the body; undefined for none. */
  readonly raw: string | undefined;
}

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly described: oas31.OperationObject;
}

/** Every operation of a document, with its method in upper case. */
export function operationsOf(document: oas31.OpenAPIObject): Operation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {}).map(([method, described]) => ({
      method: method.toUpperCase(),
      path,
      described,
    })),
  );
}

/** Random requests for an operation. `ids` has the values of path parameters. */
export function requestsFor(
  source: Source,
  ids: Ids,
  { method, path, described }: Operation,
): fc.Arbitrary<HostileRequest> {
  return fc
    .record({
      path: pathsOf(path, ids),
      query: queriesOf(source, described),
      key: fc.option(fc.constantFrom('k1', 'k2', '', 'x'.repeat(65), 'é'), { freq: 5, nil: undefined }),
      body: bodies(source, described),
    })
    .map(({ path, query, key, body }) => ({
      operation: described.operationId ?? path,
      method,
      path: path + query,
      headers: { ...body.headers, ...(key === undefined ? {} : { 'Idempotency-Key': key }) },
      raw: method === 'GET' ? undefined : body.raw,
    }));
}

/** Without dots, which fetch itself would resolve. */
const HOSTILE_SEGMENTS = [
  '%00',
  '%FF',
  '%',
  '%2f',
  '%ED%A0%80',
  "'",
  '*',
  'nonsense',
  '__proto__',
  '%F0%9F%91%8D',
  '+',
];

function pathsOf(path: string, ids: Ids): fc.Arbitrary<string> {
  const segments = path.split('/').map((segment) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) return fc.constant(segment);
    const known = (ids[name] ?? ['nonsense']).map(encodeURIComponent);
    return fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...known) },
      { weight: 1, arbitrary: fc.constantFrom(...Object.values(ids).flat().map(encodeURIComponent)) },
      { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_SEGMENTS) },
    );
  });
  return fc.tuple(...segments).map((parts) => parts.join('/'));
}

function queriesOf(source: Source, { parameters = [] }: oas31.OperationObject): fc.Arbitrary<string> {
  const fields = parameters.flatMap((parameter) => {
    if ('$ref' in parameter || !('in' in parameter) || parameter.in !== 'query') return [];
    const { name = '', schema = {} } = parameter;
    const pair = fieldOf(source, name, schemaObject(schema)).map((value) => `${name}=${escaped(value)}`);
    return [fc.option(pair, { nil: '' })];
  });
  const hostile = fc.constantFrom(
    '',
    '',
    '',
    '__proto__=1',
    'a[b]=c',
    '%',
    '=',
    '&',
    'limit=1&limit=2',
    'constructor',
  );
  return fc.tuple(hostile, ...fields).map((parts) => {
    const query = parts.filter((part) => part !== '').join('&');
    return query === '' ? '' : `?${query}`;
  });
}

/** A value as a query has it, without lone surrogates, which have no UTF-8, and without what a target has no room for. */
function escaped(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return encodeURIComponent(text.toWellFormed().slice(0, 1000));
}

interface Body {
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: string | undefined;
}

function bodies(source: Source, { requestBody }: oas31.OperationObject): fc.Arbitrary<Body> {
  const content = requestBody !== undefined && 'content' in requestBody ? requestBody.content : {};
  const json = content['application/json']?.schema;
  if (content['multipart/form-data'] !== undefined) return fc.oneof(multipart(), hostileBody);
  if (json === undefined)
    return fc.oneof({ weight: 3, arbitrary: noBody }, { weight: 1, arbitrary: hostileBody });
  const expected = bodyOf(source, schemaObject(json)).map((value) => jsonBody(JSON.stringify(value)));
  return fc.oneof({ weight: 12, arbitrary: expected }, { weight: 1, arbitrary: hostileBody });
}

const jsonBody = (raw: string): Body => ({ headers: { 'Content-Type': 'application/json' }, raw });
const noBody = fc.constant<Body>({ headers: {}, raw: undefined });

const hostileBody = fc.oneof(
  noBody,
  fc.constantFrom('', '{', 'null', '[]', '{"a":'.repeat(50), '"x"', '\0', '{}{}').map(jsonBody),
  fc
    .constantFrom('text/plain', 'application/json; charset=utf-16', 'multipart/form-data', 'application/xml')
    .map((type): Body => ({ headers: { 'Content-Type': type }, raw: '{}' })),
  fc
    .constantFrom('gzip', 'br', 'nonsense')
    .map((encoding): Body => ({ ...jsonBody('{}'), headers: { 'Content-Encoding': encoding } })),
);

/** A multipart body of which every detail may be hostile. */
function multipart(): fc.Arbitrary<Body> {
  const line = fc.constantFrom(
    ...HOSTILE_TEXTS.map((text) => text.toWellFormed().replaceAll(/[\r\n"\0]/g, '')),
    'notes.txt',
    'image.svg',
  );
  return fc
    .record({
      field: fc.constantFrom('file', 'file', 'file', 'files', '', '__proto__'),
      filename: line,
      type: fc.constantFrom('image/png', 'image/svg+xml', 'text/html', 'nonsense', 'image/png; charset=x'),
      content: fc.oneof(
        line,
        fc.constantFrom('<svg xmlns="http://www.w3.org/2000/svg"/>', '\x89PNG\r\n\x1a\n'),
      ),
      end: fc.constantFrom('\r\n--b--\r\n', '\r\n--b--', '', '\r\n--b\r\n'),
    })
    .map(({ field, filename, type, content, end }) => ({
      headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
      raw:
        `--b\r\nContent-Disposition: form-data; name="${field}"; filename="${filename}"\r\n` +
        `Content-Type: ${type}\r\n\r\n${content}${end}`,
    }));
}
