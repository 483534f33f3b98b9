import type { Meta, RestMeta } from '@palaver/core';
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import type { RequestHandler } from 'express';
import type { ZodObject } from 'zod';
import type { ZodOpenApiRequestBodyObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { metaOf, proceduresOf } from '../http/procedures.js';
import { type PathTemplate, parseTemplate } from './path-template.js';

/**
 * An operation that Express answers itself: multipart uploads, binary downloads, the WebSocket's address and the
 * pages about the service. It has the same document, the same 405, HEAD and OPTIONS, and the same error bodies as the
 * operations that come from procedures.
 */
export interface ExtraOperation {
  /** The operationId; where a procedure has this name, it is served natively only, and this answers over REST. */
  readonly name: string;
  /** As `rest()` writes it. Left out, it is the meta of the procedure of the same name. */
  readonly meta?: Meta;
  /**
   * `req.params` holds the path parameters, percent-decoded, by their documented names (`channelID`). The body is
   * unread. Whatever it throws, rejects with or passes to `next` is answered as `{error, code, issues?}`.
   */
  readonly handler: RequestHandler;
  /** What the document says beside `meta`; null keeps the operation out of the document. */
  readonly docs: ExtraDocs | null;
}

/** The parts of an OpenAPI operation that `meta` does not tell. Zod schemas become `$ref`s where they have an id. */
export interface ExtraDocs {
  readonly query?: ZodObject;
  readonly headers?: ZodObject;
  readonly requestBody?: ZodOpenApiRequestBodyObject;
  /** The answers that are no errors of ours; those follow from `meta` as for every operation. */
  readonly responses: ZodOpenApiResponsesObject;
}

interface OperationBase {
  readonly name: string;
  readonly method: string;
  readonly template: PathTemplate;
  readonly meta: Required<Meta>;
}

export interface ProcedureOperation extends OperationBase {
  readonly kind: 'procedure';
  readonly procedure: AnyTRPCProcedure;
}

export interface ExpressOperation extends OperationBase {
  readonly kind: 'express';
  readonly handler: RequestHandler;
  readonly docs: ExtraDocs | null;
}

export type Operation = ProcedureOperation | ExpressOperation;

/** Whether a procedure's operation reads a body. That of a DELETE means nothing (RFC 9110, 9.3.5). */
export function readsBody({ method }: Pick<Operation, 'method'>): boolean {
  return method !== 'GET' && method !== 'DELETE';
}

/**
 * Every operation of the REST face. Throws at start for a path that cannot be served, and for two operations that would
 * answer the same request.
 */
export function collectOperations(router: AnyTRPCRouter, extras: readonly ExtraOperation[]): Operation[] {
  const replaced = new Set(extras.map((extra) => extra.name));
  const procedures = Object.entries(proceduresOf(router));
  const operations = [
    ...extras.map((extra) => expressOperation(extra, router)),
    ...procedures
      .filter(([name]) => !replaced.has(name))
      .flatMap(([name, it]) => procedureOperation(name, it)),
  ];
  refuseDuplicates(operations);
  return operations;
}

function procedureOperation(name: string, procedure: AnyTRPCProcedure): ProcedureOperation[] {
  const meta = metaOf(procedure);
  if (!isComplete(meta)) return [];
  if (meta.openapi.path.includes('.')) {
    throw new Error(`${name}: trpc-to-openapi would take the dot in ${meta.openapi.path} for any character.`);
  }
  return [{ kind: 'procedure', name, ...address(meta), procedure }];
}

function expressOperation(extra: ExtraOperation, router: AnyTRPCRouter): ExpressOperation {
  const { name, handler, docs } = extra;
  const meta = extra.meta ?? metaOf(proceduresOf(router)[name]);
  if (!isComplete(meta)) throw new Error(`${name} has neither a meta nor a procedure that has one.`);
  return { kind: 'express', name, ...address(meta), handler, docs };
}

function address(meta: Required<Meta>): Omit<OperationBase, 'name'> {
  return { method: meta.openapi.method, template: parseTemplate(meta.openapi.path), meta };
}

function isComplete(
  meta: Meta | undefined,
): meta is { openapi: NonNullable<Meta['openapi']>; rest: RestMeta } {
  return meta?.openapi !== undefined && meta.rest !== undefined;
}

function refuseDuplicates(operations: readonly Operation[]): void {
  const seen = new Map<string, string>();
  for (const { name, method, template } of operations) {
    const request = `${method} ${template.text.replaceAll(/\{\w+\}/g, '{}').toLowerCase()}`;
    const other = seen.get(request);
    if (other !== undefined)
      throw new Error(`${name} and ${other} would both answer ${method} ${template.text}.`);
    seen.set(request, name);
  }
}
