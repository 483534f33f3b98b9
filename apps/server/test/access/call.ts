import { ERRORS, httpStatus } from '@palaver/core';
import { isCode, type Outcome, type Preparation } from '@palaver/core/testing';
import type { Answer, CallOptions, Client } from '../../src/testing/client.js';
import { fillPath, type KnownOperation } from './operations.js';
import { subscribeNative } from './subscribe-native.js';

type Prepared = Omit<Preparation, 'caller'>;

/** Sends a request over REST. The answer is checked against the document, unless the document leaves the operation out. */
export function callRest(caller: Client, { name, rest }: KnownOperation, request: Prepared): Promise<Answer> {
  if (rest === null) throw new Error(`${name} is not served over REST.`);
  const { parameters = {}, input, file } = request;
  const path = fillPath(rest.path, parameters);
  if (!rest.documented) return caller.send(rest.method, path);
  const query = input ? `?${new URLSearchParams(textsOf(input))}` : '';
  if (file) return caller.call(rest.method, path + query, undefined, { raw: formOf(file) });
  if (rest.method === 'GET') return caller.get(path + query);
  return caller.call(rest.method, path, input);
}

/** A query string has texts alone. */
function textsOf(input: object): Record<string, string> {
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The same request with its ids in capitals, which are the same ids (docs/reference.md, Conventions). */
export function inCapitals({ parameters, input, file }: Prepared): Prepared {
  return {
    ...(parameters && { parameters: capitals(parameters) }),
    ...(input && { input: capitals(input) }),
    ...(file && { file }),
  };
}

function capitals<T extends object>(value: T): T {
  // A copy of the same shape: only texts are replaced, by texts.
  return JSON.parse(JSON.stringify(value), (_key, item) =>
    typeof item === 'string' && UUID.test(item) ? item.toUpperCase() : item,
  ) as T;
}

/** Sends a request over the native API, where path parameters are fields of the input. */
export function callNative(caller: Client, operation: KnownOperation, request: Prepared): Promise<Answer> {
  const { name, native } = operation;
  const { parameters = {}, input, file } = request;
  const fields = Object.entries(parameters).map(([key, value]) => [key.replace(/ID$/, 'Id'), value]);
  const all = { ...input, ...Object.fromEntries(fields) };
  if (native === null) throw new Error(`${name} is not served by the native API.`);
  if (native === 'subscription') return subscribeNative(caller, name, all);
  return file ? caller.native(name, native, undefined, octets(file)) : caller.native(name, native, all);
}

/** The outcome of a REST answer. The status of an error must be that of its code. */
export function outcomeOf({ status, body, text }: Answer): Outcome {
  if (status < 400) return String(status);
  if (!isCode(body?.code) || httpStatus(body.code) !== status) return `${status} ${text}`;
  return body.code;
}

/** The outcome of a native answer, which is always `200` for a success, or of the first event of a subscription. */
export function nativeOutcomeOf({ status, body, text }: Answer): Outcome {
  if (status === 200 && body.type === 'subscribed')
    return body.data.denied.length === 0 ? 'subscribed' : 'denied';
  if (status === 200 && body.result !== undefined) return '200';
  const code = body?.error?.data?.errorCode;
  if (!isCode(code) || httpStatus(code) !== status || !isSentenceOf(code, body.error.message)) {
    return `${status} ${text}`;
  }
  return code;
}

function octets(file: Buffer): CallOptions {
  return { raw: new Uint8Array(file), headers: { 'Content-Type': 'application/octet-stream' } };
}

function formOf(file: Buffer): FormData {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'file');
  return form;
}

/** A token is refused with the reason in the place of the sentence. */
function isSentenceOf(code: keyof typeof ERRORS, message: string): boolean {
  return (
    message === ERRORS[code][1] || (code === 'TOKEN_REFUSED' && message.startsWith('The token is refused: '))
  );
}
