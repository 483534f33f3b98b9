import type { Context, Limits, RequestInfo, Services } from '@palaver/core';
import type { ServiceInfo } from './docs/openapi-document.js';
import { exportOwnData } from './export/export-route.js';
import { fileOperations } from './files/operations.js';
import { webhookOperations } from './incoming-webhooks/operations.js';
import { mailPageOperations } from './mail-pages/operations.js';
import { type MonitoringOptions, monitoringOperations } from './monitoring/operations.js';
import { exportServer } from './moving/export-route.js';
import { importServer } from './moving/import-route.js';
import { realtimeOperations } from './realtime/operations.js';
import type { ExtraOperation } from './rest/operation.js';

/** What the operations that Express answers are made of. */
export interface ExtraParts {
  readonly files: Services['files'];
  readonly limits: Limits;
  readonly createContext: (request: RequestInfo) => Context;
  readonly limitWebhooks: Parameters<typeof webhookOperations>[1];
  readonly info: () => ServiceInfo;
  readonly monitoring: MonitoringOptions;
}

/** The operations of the service that are no procedures. */
export function extraOperations(parts: ExtraParts): ExtraOperation[] {
  const { files, limits, createContext, info } = parts;
  return [
    ...fileOperations(files, limits, createContext),
    exportOwnData(createContext),
    ...webhookOperations(createContext, parts.limitWebhooks),
    exportServer(createContext),
    importServer(files, createContext),
    ...realtimeOperations(info),
    ...mailPageOperations(createContext),
    ...monitoringOperations(parts.monitoring),
  ];
}
