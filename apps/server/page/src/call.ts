import type { Json, Operation } from './operation.js';

/** A file that an example uploads. */
export interface ExampleFile {
  readonly name: string;
  readonly type: string;
  readonly base64: string;
}

/** One call of an operation with everything filled in. The request and the code in each language are made from it. */
export interface Call {
  readonly operation: Operation;
  readonly token: string | null;
  readonly path: Readonly<Record<string, string>>;
  /** Only what is given. */
  readonly query: Readonly<Record<string, string>>;
  /** The body of an operation that takes JSON. */
  readonly json: Json | null;
  /** The file of an operation that takes one. */
  readonly file: ExampleFile | null;
}

/** The path of a call with its parameters and its query. */
export function targetOf({ operation, path, query }: Call): string {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** The headers of a call, but for the one of a form, which `fetch` and its like write themselves. */
export function headersOf({ token, json }: Call): Record<string, string> {
  return {
    ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    ...(json === null ? {} : { 'Content-Type': 'application/json' }),
  };
}

/** What `fetch` takes for a call. */
export function requestInit(call: Call): {
  method: string;
  headers: Record<string, string>;
  body?: string | FormData;
} {
  const { operation, json, file } = call;
  const body = json !== null ? JSON.stringify(json) : file === null ? null : formOf(operation, file);
  return { method: operation.method, headers: headersOf(call), ...(body === null ? {} : { body }) };
}

function formOf({ body }: Operation, { name, type, base64 }: ExampleFile): FormData {
  const form = new FormData();
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  form.append(body?.kind === 'file' ? body.field : 'file', new Blob([bytes], { type }), name);
  return form;
}
