import type { RequestListener } from 'node:http';
import { isatty } from 'node:tty';
import type { SetupCode } from '@palaver/core';
import type { Logger } from 'pino';
import { announceSetupCode } from './announce-setup-code.js';
import { listenAsOperator, serveOperator } from './serve.js';

interface OperatorParts {
  readonly dataDir: string;
  readonly log: Logger;
  /** Where browsers reach the service. */
  readonly address: string;
  readonly setupCode: SetupCode | undefined;
  readonly app: RequestListener;
  /** Where this process is one of several that serve together: where it answers the operator. */
  readonly worker: { readonly beginning: { readonly operatorSocket: string | null } } | undefined;
}

/** Serves the operator and shows the setup code; what there is once for several workers their primary has done. */
export async function serveForOperator(parts: OperatorParts): Promise<() => Promise<void>> {
  const { address, dataDir, log, setupCode, app, worker } = parts;
  if (worker) {
    const { operatorSocket } = worker.beginning;
    if (operatorSocket === null) return async () => {};
    return (await listenAsOperator(operatorSocket, app)).close;
  }
  const operator = await serveOperator(dataDir, log, app);
  const hideSetupCode =
    setupCode && (await announceSetupCode(setupCode, { address, dataDir, log, terminal: isatty(1) }));
  return async () => {
    await operator.close();
    await hideSetupCode?.();
  };
}
