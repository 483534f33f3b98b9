import type { AnyTRPCRouter } from '@trpc/server';
import type { oas31 } from 'zod-openapi';
import { type DocumentTexts, fillIn, makeTexts } from './docs/document-texts.js';
import type { ServiceInfo } from './docs/openapi-document.js';
import { serviceOperations } from './docs/service-operations.js';
import { collectOperations, type ExtraOperation } from './rest/operation.js';
import { createOperationTable, type OperationTable } from './rest/operation-table.js';

/** All operations of the REST API, and the document that is made from them. */
export interface ServedOperations {
  readonly table: OperationTable;
  /**
   * Built at the first call and kept. The service's address is known by then, and a service that is never asked for its
   * document does not load the 12 MB of code that make it.
   */
  readonly document: () => Promise<oas31.OpenAPIObject>;
}

type ReadTexts = () => Promise<DocumentTexts>;

/**
 * Collects the operations of the router, those that Express answers and those about the service itself. The texts of the
 * document and of the reference page are those of `builtTexts`, or are made from the document when they are asked for.
 */
export function createOperations(
  appRouter: AnyTRPCRouter,
  extras: readonly ExtraOperation[],
  info: () => ServiceInfo,
  builtTexts?: ReadTexts,
): ServedOperations {
  let built: Promise<oas31.OpenAPIObject> | undefined;
  const document = () => {
    built ??= build();
    return built;
  };
  const build = async () => {
    const { createDocument } = await import('./docs/openapi-document.js');
    return createDocument(table.operations, info());
  };
  const texts: ReadTexts = async () =>
    builtTexts ? fillIn(await builtTexts(), info()) : makeTexts(await document());
  const table = createOperationTable(collectOperations(appRouter, [...serviceOperations(texts), ...extras]));
  return { table, document };
}
