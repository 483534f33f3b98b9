import { ERRORS, httpStatus } from '@palaver/core';
import type { Answer, CallOptions, Client } from '../../src/testing/client.js';
import { isCode, type Outcome, type Preparation } from './matrix.js';
import { filled, type KnownOperation } from './operations.js';
import { subscribe } from './subscribe.js';

type Prepared = Omit<Preparation, 'caller'>;

/** Sends a prepared request over REST, and holds the answer against the document where that tells of it. */
export function askRest(caller: Client, { name, rest }: KnownOperation, asked: Prepared): Promise<Answer> {
  if (rest === null) throw new Error(`${name} is not served over REST.`);
  const { parameters = {}, input, file } = asked;
  const path = filled(rest.path, parameters);
  if (!rest.documented) return caller.send(rest.method, path);
  if (file) return caller.call(rest.method, path, undefined, { raw: formOf(file) });
  return caller.call(rest.method, path, input);
}

/** Sends a prepared request natively: path parameters are fields like all others. */
export function askNative(caller: Client, operation: KnownOperation, asked: Prepared): Promise<Answer> {
  const { name, native } = operation;
  const { parameters = {}, input, file } = asked;
  const fields = Object.entries(parameters).map(([key, value]) => [key.replace(/ID$/, 'Id'), value]);
  const all = { ...input, ...Object.fromEntries(fields) };
  if (native === null) throw new Error(`${name} is not served natively.`);
  if (native === 'subscription') return subscribe(caller, name, all);
  return file ? caller.native(name, native, undefined, octets(file)) : caller.native(name, native, all);
}

/** What a REST answer comes to; a refusal's status must be its code's. */
export function outcomeOf({ status, body, text }: Answer): Outcome {
  // 426 tells what to do, not what was wrong: it has no code of its own.
  if (status < 400 || status === 426) return String(status);
  if (!isCode(body?.code) || httpStatus(body.code) !== status) return `${status} ${text}`;
  return body.code;
}

/** The same of a native answer, whose success is but `200`, and of the first event of a subscription. */
export function nativeOutcomeOf({ status, body, text }: Answer): Outcome {
  if (status === 200 && body.type === 'subscribed') return body.data.denied.length === 0 ? 'heard' : 'denied';
  if (status === 200 && body.result !== undefined) return '200';
  const code = body?.error?.data?.errorCode;
  if (!isCode(code) || httpStatus(code) !== status || body.error.message !== ERRORS[code][1]) {
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
