import type { AnyTRPCRouter } from '@trpc/server';
import type { oas31 } from 'zod-openapi';
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

/** Collects the operations of the router, those that Express answers and those about the service itself. */
export function createOperations(
  appRouter: AnyTRPCRouter,
  extras: readonly ExtraOperation[],
  info: () => ServiceInfo,
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
  const table = createOperationTable(
    collectOperations(appRouter, [...serviceOperations(document), ...extras]),
  );
  return { table, document };
}
