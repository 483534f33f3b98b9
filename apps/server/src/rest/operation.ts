import type { Meta, OperationMeta } from '@palaver/core';
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import type { RequestHandler } from 'express';
import type { ZodObject } from 'zod';
import type { ZodOpenApiRequestBodyObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { metaOf, proceduresOf } from '../http/procedures.js';
import { type PathTemplate, parseTemplate } from './path-template.js';

/**
 * An operation that Express answers: multipart uploads, binary downloads, the WebSocket's address and the pages about the
 * service. It is in the same document and has the same 405, HEAD, OPTIONS and error bodies as the operations of procedures.
 */
export interface ExtraOperation {
  /** The operationId. It replaces the procedure of this name over REST; natively the procedure stays. */
  readonly name: string;
  /** As `rest()` writes it; by default the meta of the procedure of the same name. */
  readonly meta?: Meta;
  /**
   * `req.params` holds the decoded path parameters by their documented names (`channelID`). The body is unread. What it
   * throws, rejects with or passes to `next` is answered as `{error, code, issues?}`.
   */
  readonly handler: RequestHandler;
  /** The documentation that `meta` does not contain; null keeps the operation out of the document. */
  readonly docs: ExtraDocs | null;
}

/** The parts of an OpenAPI operation that `meta` does not contain. Zod schemas with an id become `$ref`s. */
export interface ExtraDocs {
  /** A string for each parameter of the path. */
  readonly path?: ZodObject;
  readonly query?: ZodObject;
  readonly headers?: ZodObject;
  readonly requestBody?: ZodOpenApiRequestBodyObject;
  /** The successes and what else is no error of ours; those errors follow from `meta` as for every operation. */
  readonly responses: ZodOpenApiResponsesObject;
}

interface OperationBase {
  readonly name: string;
  readonly method: string;
  readonly template: PathTemplate;
  readonly meta: OperationMeta;
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
 * Every operation of the REST API. Throws for a path that cannot be served, and for two operations that would answer the
 * same request.
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
    throw new Error(`${name}: trpc-to-openapi reads the dot in ${meta.openapi.path} as any character.`);
  }
  return [{ kind: 'procedure', name, ...addressOf(meta), procedure }];
}

function expressOperation(extra: ExtraOperation, router: AnyTRPCRouter): ExpressOperation {
  const { name, handler, docs } = extra;
  const meta = extra.meta ?? metaOf(proceduresOf(router)[name]);
  if (!isComplete(meta)) throw new Error(`${name} has neither a meta nor a procedure that has one.`);
  return { kind: 'express', name, ...addressOf(meta), handler, docs };
}

function addressOf(meta: OperationMeta): Omit<OperationBase, 'name'> {
  return { method: meta.openapi.method, template: parseTemplate(meta.openapi.path), meta };
}

function isComplete(meta: Meta | undefined): meta is OperationMeta {
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
