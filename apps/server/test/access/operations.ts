import { appRouter } from '@palaver/core';
import type { AnyTRPCProcedure } from '@trpc/server';
import { serviceOperations } from '../../src/docs/service-operations.js';
import type { SharedService } from '../../src/testing/shared-service.js';

/** The REST endpoint of an operation. */
export interface RestAddress {
  readonly method: string;
  readonly path: string;
  readonly documented: boolean;
}

/** How an operation is called over each API. */
export interface KnownOperation {
  readonly name: string;
  /** Null for an operation of the native API only. */
  readonly rest: RestAddress | null;
  /** Null for an operation of the REST API only. */
  readonly native: 'query' | 'mutation' | 'subscription' | null;
}

/** All operations: those of the OpenAPI document, the pages that it leaves out, and the procedures of the router. */
export function knownOperations({ document }: SharedService): KnownOperation[] {
  const rest = new Map([...pages(), ...documentedIn(document)]);
  const native = new Map(nativeProcedures());
  return [...new Set([...rest.keys(), ...native.keys()])].map((name) => ({
    name,
    rest: rest.get(name) ?? null,
    native: native.get(name) ?? null,
  }));
}

type Document = SharedService['document'];

function documentedIn(document: Document): Array<[string, RestAddress]> {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item ?? {}).map(([method, operation]): [string, RestAddress] => [
      operation.operationId,
      { method: method.toUpperCase(), path, documented: true },
    ]),
  );
}

/** Only what the operations say of themselves is read. */
const NO_TEXTS = async () => ({ openApi: '', page: '' });

function pages(): Array<[string, RestAddress]> {
  return serviceOperations(NO_TEXTS).flatMap(({ name, meta }): Array<[string, RestAddress]> => {
    if (meta?.openapi === undefined) return [];
    const { method, path } = meta.openapi;
    return [[name, { method, path, documented: false }]];
  });
}

function nativeProcedures(): Array<[string, NonNullable<KnownOperation['native']>]> {
  // `procedures` is the router's flat index by dotted name; its type is that of the nested record.
  const procedures = appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>;
  return Object.entries(procedures).map(([name, { _def }]) => [name, _def.type]);
}

/** The names between the braces of a documented path. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** Replaces the parameters of a documented path. Throws for a parameter without a value. */
export function fillPath(path: string, parameters: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`${path}: {${name}} has no value.`);
    return encodeURIComponent(value);
  });
}
