import {
  type Context,
  SpanKind,
  type SpanStatus,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { Bus, Hint, Traces } from '@palaver/core';
import type { Database } from '@palaver/db';
import { type RunningRequest, runningRequest } from './running-request.js';
import { TracedPositions } from './traced-positions.js';

const COMMIT = { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } };

/** The spans of what requests commit and of the deliveries that follow; each is a child of the one before it. */
export interface CommitSpans {
  readonly traces: Traces;
  /** The same database, whose transactions are spans of the request that runs. */
  database(db: Database): Database;
  /** The same bus, which notes the commit of each event that is published. */
  bus(bus: Bus): Bus;
}

export function commitSpans(tracer: Tracer): CommitSpans {
  const positions = new TracedPositions();
  const requests = new WeakMap<object, RunningRequest>();

  const note = ({ streamId, seq }: Hint, context: Context) =>
    positions.set(streamId, seq, { context, at: Date.now() });

  /** Runs `work` as a span of the request. */
  const transaction = async <T>(request: RunningRequest, work: () => Promise<T>): Promise<T> => {
    const span = tracer.startSpan('transaction', COMMIT, request.context);
    try {
      const result = await work();
      request.committed = trace.setSpan(request.context, span);
      return result;
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  };

  /** Makes the span of a commit for each request of it, and returns the contexts of these spans. */
  const commitSpansOf = (work: readonly object[], startTime: number, status?: SpanStatus) =>
    work.map((piece) => {
      const parent = requests.get(piece)?.context;
      if (!parent) return null;
      const span = tracer.startSpan('commit', { ...COMMIT, startTime }, parent);
      span.setAttribute('palaver.commit.posts', work.length);
      if (status) span.setStatus(status);
      span.end();
      return trace.setSpan(parent, span);
    });

  return {
    traces: {
      queue: (work, add) => {
        const request = runningRequest.getStore();
        if (request) requests.set(work, request);
        runningRequest.run(null, add);
      },
      commit: async (run, work, hintOf) => {
        const startTime = Date.now();
        try {
          const outcomes = await run();
          for (const [index, context] of commitSpansOf(work(), startTime).entries()) {
            const outcome = outcomes[index];
            const hint = outcome === undefined ? null : hintOf(outcome);
            if (hint && context) note(hint, context);
          }
          return outcomes;
        } catch (error) {
          commitSpansOf(work(), startTime, { code: SpanStatusCode.ERROR });
          throw error;
        }
      },
      delivered: (streamId, seq, subscriptions) => {
        const committed = positions.take(streamId, seq);
        if (!committed) return;
        const attributes = {
          'palaver.stream.id': streamId,
          'palaver.event.seq': seq,
          'palaver.subscriptions': subscriptions,
        };
        tracer.startSpan('deliver', { attributes, startTime: committed.at }, committed.context).end();
      },
    },
    database: (db) =>
      Object.create(db, {
        transaction: {
          value: (...call: Parameters<Database['transaction']>) => {
            const request = runningRequest.getStore();
            return request ? transaction(request, () => db.transaction(...call)) : db.transaction(...call);
          },
        },
      }),
    bus: (bus) => ({
      ...bus,
      publish: (hint) => {
        const request = runningRequest.getStore();
        if (request) note(hint, request.committed ?? request.context);
        bus.publish(hint);
      },
    }),
  };
}
