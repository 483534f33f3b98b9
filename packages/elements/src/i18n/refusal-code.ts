import type { ErrorCode } from '@palaver/client';

/** Codes that the client never meets: of other programs, or of requests that it does not make. */
type OfPrograms =
  | 'ACTING_USER_NOT_FOUND'
  | 'ACTING_USER_REQUIRED'
  | 'API_KEY_REQUIRED'
  | 'BOTS_ONLY'
  | 'EXCHANGE_CODE_INVALID'
  | 'EXTERNAL_ID_TAKEN'
  | 'FILE_MISSING'
  | 'IDEMPOTENCY_KEY_INVALID'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'IMPORT_NOT_FOUND'
  | 'IMPORT_OVER'
  // Its issues say what is wrong.
  | 'INVALID_INPUT'
  | 'ISSUER_UNAVAILABLE'
  | 'KEY_NOT_ALLOWED'
  | 'MALFORMED_BODY'
  | 'MALFORMED_REQUEST'
  | 'METHOD_NOT_ALLOWED'
  | 'ORIGIN_NOT_ALLOWED'
  | 'PEOPLE_ONLY'
  | 'ROUTE_NOT_FOUND'
  | 'SCOPE_REQUIRED'
  | 'TOKEN_NOT_ALLOWED'
  | 'TOKEN_REFUSED'
  | 'TOO_MANY_ANSWERS'
  | 'TOO_MANY_SOCKETS'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'UPGRADE_REQUIRED'
  | 'WEBHOOK_SIGNATURE_INVALID';

/** The codes of refusals that are told to a person. A code that is new in the service is among them until it is listed above. */
export type RefusalCode = Exclude<ErrorCode, OfPrograms> | 'OUTCOME_UNKNOWN' | 'TOO_MANY_REQUESTS';

/** The sentences of refusals in a language other than that of the service, which is English. */
export type RefusalTexts = Readonly<Record<RefusalCode, string>>;
