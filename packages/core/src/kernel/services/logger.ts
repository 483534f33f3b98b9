/** The part of a pino logger that the domain uses. Never hand it a token, a password or a message's content. */
export interface Log {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}
