import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, type Span, TraceFlags, trace } from '@opentelemetry/api';

/** The traced request that runs now. */
export interface RunningRequest {
  /** What its further spans are children of. */
  readonly context: Context;
  /** The context of the last transaction that it has committed. */
  committed: Context | null;
}

/** Null inside work that belongs to no single request. */
export const runningRequest = new AsyncLocalStorage<RunningRequest | null>();

/** Whether a span is sent. What is not sampled costs no further span. */
export function isSampled(span: Span): boolean {
  return (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;
}

/** Starts work of a traced request. */
export function runAs<T>(context: Context, span: Span, work: () => T): T {
  return runningRequest.run({ context: trace.setSpan(context, span), committed: null }, work);
}
