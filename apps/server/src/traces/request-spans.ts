import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import {
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { RequestClient } from '../http/request-client.js';
import { isSampled, runAs } from './running-request.js';

/** What is known of the operation of a request. */
export interface TracedOperation {
  /** The name of the operation; null for a batch of several and where there is none. */
  readonly name: string | null;
  /** The path with its parameters by name; null where no operation answers it. */
  readonly route: string | null;
}

export interface RequestSpanOptions {
  readonly tracer: Tracer;
  readonly clientOf: (req: IncomingMessage) => RequestClient;
  readonly operationOf: (req: IncomingMessage) => TracedOperation;
  /** Probes and streams of events, which last for hours, have no span. */
  readonly isTraced: (req: IncomingMessage) => boolean;
}

/**
 * Makes each request a span. The `traceparent` of a trusted proxy is its parent (W3C Trace Context); that of anybody else is
 * ignored, or any client could have its requests sampled and mix its traces with ours. A span has no path, query, address or
 * name: those may hold secrets and personal data.
 */
export function traceRequests(options: RequestSpanOptions): (listener: RequestListener) => RequestListener {
  const { tracer, clientOf, isTraced } = options;
  const propagator = new W3CTraceContextPropagator();
  return (listener) => (req, res) => {
    if (!isTraced(req)) return listener(req, res);
    const parent = clientOf(req).isProxied
      ? propagator.extract(ROOT_CONTEXT, req.headers, defaultTextMapGetter)
      : ROOT_CONTEXT;
    const method = req.method ?? '';
    const attributes = { 'http.request.method': method };
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
    if (!isSampled(span)) return listener(req, res);
    res.once('close', () => end(options, span, req, res));
    runAs(parent, span, () => listener(req, res));
  };
}

function end(
  { operationOf }: RequestSpanOptions,
  span: Span,
  req: IncomingMessage,
  res: ServerResponse,
): void {
  const { name, route } = operationOf(req);
  const { statusCode, headersSent } = res;
  span.setAttribute('palaver.request.id', req.id);
  if (name !== null) span.setAttribute('palaver.operation', name);
  if (route !== null) {
    span.setAttribute('http.route', route);
    span.updateName(`${req.method} ${route}`);
  }
  if (headersSent) span.setAttribute('http.response.status_code', statusCode);
  if (headersSent && statusCode >= 500) {
    span.setAttribute('error.type', String(statusCode));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}
