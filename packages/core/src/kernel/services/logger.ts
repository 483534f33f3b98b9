/** The part of a pino logger that core uses. Never log a token, a password or the content of a message. */
export interface Log {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}
