import type { AnyTRPCRouter } from '@trpc/server';
import type { oas31 } from 'zod-openapi';
import type { About } from './docs/openapi-document.js';
import { serviceOperations } from './docs/service-operations.js';
import { collectOperations, type ExtraOperation } from './rest/operation.js';
import { createOperationTable, type OperationTable } from './rest/operation-table.js';

/** All operations of the REST face, and the document that is made of them. */
export interface ServedOperations {
  readonly table: OperationTable;
  /**
   * Built at the first call and kept: by then the address to name in it is known, and a service whose document nobody
   * asks for goes without the 12 MB of what makes it.
   */
  readonly document: () => Promise<oas31.OpenAPIObject>;
}

/** Puts together the router's operations, those that Express answers and those about the service itself. */
export function createOperations(
  appRouter: AnyTRPCRouter,
  extras: readonly ExtraOperation[],
  about: () => About,
): ServedOperations {
  let built: Promise<oas31.OpenAPIObject> | undefined;
  const document = () => {
    built ??= build();
    return built;
  };
  const build = async () => {
    const { createDocument } = await import('./docs/openapi-document.js');
    return createDocument(table.operations, about());
  };
  const table = createOperationTable(
    collectOperations(appRouter, [...serviceOperations(document), ...extras]),
  );
  return { table, document };
}
