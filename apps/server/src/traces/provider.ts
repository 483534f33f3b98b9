import { setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Log } from '@palaver/core';

/** When the service stops, spans that a collector does not take in this time are lost. */
const SHUTDOWN_MS = 2_000;
/** Of failures to send, one line in this time. */
const WARN_EVERY_MS = 60_000;

export interface ProviderOptions {
  /** Without `/v1/traces`. */
  readonly endpoint: string;
  readonly version: string;
  readonly log: Log;
}

/**
 * Sends spans in batches, as JSON over HTTP (OTLP), from a queue of bounded length: what a collector does not take is lost
 * and costs no request anything. The SDK reads `OTEL_TRACES_SAMPLER`, `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_SERVICE_NAME`,
 * `OTEL_RESOURCE_ATTRIBUTES` and `OTEL_BSP_*` from the environment itself.
 */
export function startProvider({ endpoint, version, log }: ProviderOptions) {
  warnOfFailures(log);
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces` });
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'palaver', 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  return {
    tracer: provider.getTracer('palaver', version),
    close: async () => {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, SHUTDOWN_MS);
      });
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}

/** The error itself may hold the answer of the collector, or its address with a password. */
function warnOfFailures(log: Log): void {
  let nextAt = 0;
  setGlobalErrorHandler((error) => {
    if (performance.now() < nextAt) return;
    nextAt = performance.now() + WARN_EVERY_MS;
    const code = typeof error === 'object' && 'code' in error ? error.code : undefined;
    log.warn({ code }, 'Traces could not be sent');
  });
}
