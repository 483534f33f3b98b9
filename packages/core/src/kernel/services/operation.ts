/** A variable of the environment, as it is in force. */
export interface ConfiguredVariable {
  readonly name: string;
  readonly group: string;
  /** Whether the environment has it; else the default is in force. */
  readonly isSet: boolean;
  readonly isSecret: boolean;
  /** Without passwords; null for a secret, and where there is neither a value nor a default. */
  readonly value: string | null;
}

/** What one check of the service and its surroundings has found. */
export interface OperationCheck {
  readonly name: string;
  readonly status: 'ok' | 'warn' | 'fail';
  /** What was seen. */
  readonly found: string;
  /** What to do; only where there is something to do. */
  readonly advice?: string;
}

/** What admins of the service may ask of the process that serves it. */
export interface Operation {
  readonly variables: readonly ConfiguredVariable[];
  /** Runs all checks, as `palaver doctor` does. Takes seconds where something does not answer. */
  check(): Promise<readonly OperationCheck[]>;
}

/** Of a process that has no configuration of its own, such as a test. */
export const NO_OPERATION: Operation = { variables: [], check: async () => [] };
