import type { Readable, Writable } from 'node:stream';

/** What a command reads and writes besides its arguments. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `isTTY` is set where a person types. */
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** What a command has to say. */
export interface Answer {
  /** For programs: printed by `--json`. */
  readonly data: unknown;
  /** For people; without a line break at the end. */
  readonly text: string;
  /** Whether the command has found something that is wrong, so that its exit code is 1. */
  readonly failed?: boolean;
}

/** A command cannot do what it was asked; the message is for the operator and says what to do. */
export class CommandError extends Error {
  /** For `--json`: the service's error code, or one of the CLI. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Prints an answer on standard output: one line of JSON, or the text. */
export function printAnswer({ stdout }: Terminal, json: boolean, { data, text }: Answer): void {
  stdout.write(`${json ? JSON.stringify(data) : text}\n`);
}

/** Prints an error on standard error: a sentence without a stack, or one line of JSON. */
export function printError({ stderr }: Terminal, json: boolean, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof CommandError ? error.code : 'FAILED';
  stderr.write(`${json ? JSON.stringify({ error: message, code }) : `palaver: ${message}`}\n`);
}
