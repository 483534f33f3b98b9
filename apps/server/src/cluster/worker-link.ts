import { SetupCode, systemClock } from '@palaver/core';
import type { MetricReport, ServiceReport } from '../monitoring/report.js';
import type { Beginning, ToPrimary, ToWorker } from './messages.js';

/** A worker's connection to its primary. */
export class WorkerLink {
  readonly beginning: Beginning;
  /** The code that all workers share, as this one knows it. */
  readonly setupCode: SetupCode | undefined;
  readonly #reports = new Map<number, (report: ServiceReport) => void>();
  #lastId = 0;
  #measure: () => Promise<readonly MetricReport[]> = async () => [];
  #stop: () => void = () => {};

  private constructor(beginning: Beginning) {
    this.beginning = beginning;
    if (beginning.setupCode) {
      this.setupCode = new SetupCode(systemClock, beginning.setupCode);
      void this.setupCode.ended.then(() => send({ type: 'setup-code-used' }));
    }
    process.on('message', (message: ToWorker) => this.#receive(message));
  }

  /** Resolves when the primary has said how to begin. */
  static open(): Promise<WorkerLink> {
    return new Promise((resolve) => {
      process.once('message', (message: ToWorker) => {
        if (message.type === 'begin') resolve(new WorkerLink(message.beginning));
      });
      send({ type: 'hello' });
    });
  }

  /** Tells the primary that this worker serves requests. */
  ready(url: string): void {
    send({ type: 'ready', url });
  }

  /** Calls back when the service stops. */
  onStop(listener: () => void): void {
    this.#stop = listener;
  }

  /** Sets what this worker reports of itself. */
  onMeasure(measure: () => Promise<readonly MetricReport[]>): void {
    this.#measure = measure;
  }

  /** The metrics of all workers. */
  collect(): Promise<ServiceReport> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#reports.set(id, resolve);
      send({ type: 'collect', id });
    });
  }

  #receive(message: ToWorker): void {
    switch (message.type) {
      case 'stop':
        this.#stop();
        break;
      case 'setup-code-used':
        this.setupCode?.end();
        break;
      case 'measure':
        // A worker that cannot measure is left out of the report.
        this.#measure().then(
          (metrics) => send({ type: 'metrics', id: message.id, metrics }),
          () => undefined,
        );
        break;
      case 'report':
        this.#reports.get(message.id)?.(message.report);
        this.#reports.delete(message.id);
    }
  }
}

/** Tells the primary why this worker cannot start, and resolves when that is sent. */
export function reportFailure(reason: string): Promise<void> {
  return new Promise((resolve) => {
    send({ type: 'failed', reason }, resolve);
  });
}

/** A primary that is gone hears nothing, and `node:cluster` ends this process. */
function send(message: ToPrimary, sent: () => void = () => {}): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => sent());
  else sent();
}
