import type { IncomingMessage, RequestListener } from 'node:http';
import type { AnyTRPCRouter } from '@trpc/server';
import { nativeCall } from '../http/native-call.js';
import { NATIVE_MOUNT } from '../http/native-path.js';
import { proceduresOf } from '../http/procedures.js';
import type { RequestClient } from '../http/request-client.js';
import { pathOf } from '../http/request-target.js';
import type { OperationTable } from '../rest/operation-table.js';
import { type CommitSpans, commitSpans } from './commit-spans.js';
import { type ProviderOptions, startProvider } from './provider.js';
import { type TracedOperation, traceRequests } from './request-spans.js';

export interface TracedApis {
  readonly table: OperationTable;
  readonly appRouter: AnyTRPCRouter;
  readonly clientOf: (req: IncomingMessage) => RequestClient;
}

/** The traces of one service. */
export interface ServiceTraces extends CommitSpans {
  requests(apis: TracedApis): (listener: RequestListener) => RequestListener;
  /** Sends what waits, for two seconds at most. */
  close(): Promise<void>;
}

/** Begins to send traces. */
export function startTraces(options: ProviderOptions): ServiceTraces {
  const { tracer, close } = startProvider(options);
  return {
    ...commitSpans(tracer),
    requests: ({ table, appRouter, clientOf }) =>
      traceRequests({
        tracer,
        clientOf,
        operationOf: operationsOf(table, appRouter),
        isTraced: isTraced(appRouter),
      }),
    close,
  };
}

const PROBES = new Set(['/health', '/ready', '/metrics']);

function isTraced(appRouter: AnyTRPCRouter): (req: IncomingMessage) => boolean {
  const procedures = proceduresOf(appRouter);
  const isSubscription = (name: string) =>
    Object.hasOwn(procedures, name) && procedures[name]?._def.type === 'subscription';
  return (req) => {
    const call = nativeCall(req);
    return call ? !call.procedures.some(isSubscription) : !PROBES.has(pathOf(req));
  };
}

/** Names come from the table of operations and from the router, never from the request. */
function operationsOf(
  table: OperationTable,
  appRouter: AnyTRPCRouter,
): (req: IncomingMessage) => TracedOperation {
  const procedures = proceduresOf(appRouter);
  return (req) => {
    const call = nativeCall(req);
    if (call === undefined) {
      const found = table.match(req.method ?? '', pathOf(req))?.operation;
      return { name: found?.name ?? null, route: found?.template.text ?? null };
    }
    const [first] = call.procedures;
    const name = call.procedures.length === 1 && Object.hasOwn(procedures, first) ? first : null;
    return { name, route: name === null ? NATIVE_MOUNT : `${NATIVE_MOUNT}/${name}` };
  };
}
