type Write = (fields: Record<string, unknown>, message: string) => void;

/** What the supervisor needs of a logger; a pino logger is one. */
export interface SupervisorLog {
  debug: Write;
  info: Write;
  warn: Write;
  error: Write;
}

const crash = /terminated by signal|all server processes terminated|was not properly shut down/;

/** Passes one line of Postgres' stderr on, at the level it deserves in the log of the whole service. */
export function relayServerLine(log: SupervisorLog, line: string): void {
  const [, severity = 'LOG', message = line] = /^([A-Z]+\d?):\s+(.*)$/.exec(line) ?? [];
  const fields = { postgres: severity };
  if (severity === 'PANIC' || (severity === 'LOG' && crash.test(message))) log.error(fields, message);
  else if (severity === 'WARNING' || severity === 'FATAL') log.warn(fields, message);
  // An ERROR has already reached the query that caused it, with more detail than this line has.
  else log.debug(fields, message);
}
