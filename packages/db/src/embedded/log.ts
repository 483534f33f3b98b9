type Write = (fields: Record<string, unknown>, message: string) => void;

/** What the supervisor needs from a logger; a pino logger has it. */
export interface SupervisorLog {
  debug: Write;
  info: Write;
  warn: Write;
  error: Write;
}

const crash = /terminated by signal|all server processes terminated|was not properly shut down/;

/** Said of each connection and of each vacuum that a stop of the server ends: no fault, and how many depends on the moment. */
const ordinaryStop = /due to administrator command|the database system is (starting up|shutting down)/;

/** Logs one line of Postgres' stderr, at the level that it has for the whole service. */
export function relayServerLine(log: SupervisorLog, line: string): void {
  const [, severity = 'LOG', message = line] = /^([A-Z]+\d?):\s+(.*)$/.exec(line) ?? [];
  const fields = { postgres: severity };
  if (severity === 'PANIC' || (severity === 'LOG' && crash.test(message))) log.error(fields, message);
  else if (severity === 'FATAL' && ordinaryStop.test(message)) log.info(fields, message);
  else if (severity === 'WARNING' || severity === 'FATAL') log.warn(fields, message);
  // An ERROR has already failed the query that caused it, with more detail than this line.
  else log.debug(fields, message);
}
