import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';

type TrpcCode = TRPCError['code'];

/**
 * Every error this service answers with: its tRPC code (which decides the HTTP status) and its sentence.
 * The registry is closed: no other code leaves the service.
 */
export const ERRORS = {
  INVALID_INPUT: ['BAD_REQUEST', 'Some fields are not valid; see "issues".'],
  MALFORMED_BODY: ['BAD_REQUEST', 'The request body is not valid JSON.'],
  MALFORMED_REQUEST: ['BAD_REQUEST', 'The request is malformed.'],
  IDEMPOTENCY_KEY_INVALID: ['BAD_REQUEST', 'An idempotency key has 1 to 64 characters.'],
  CANNOT_DM_YOURSELF: ['BAD_REQUEST', 'A direct message needs at least one other person.'],
  IMAGE_UNREADABLE: ['BAD_REQUEST', 'The file cannot be decoded as an image.'],
  FILE_MISSING: ['BAD_REQUEST', 'Send the file as multipart/form-data in the field "file".'],
  TOO_MANY_FILES: ['BAD_REQUEST', 'These are more files than can be uploaded at once.'],

  UNAUTHENTICATED: [
    'UNAUTHORIZED',
    'Sign in: send a valid session token as "Authorization: Bearer <token>".',
  ],
  WRONG_CREDENTIALS: ['UNAUTHORIZED', 'The name or the password is wrong.'],
  WRONG_PASSWORD: ['FORBIDDEN', 'The current password is wrong.'],

  PEOPLE_ONLY: ['FORBIDDEN', 'Bots may not do this; use the token of a person.'],
  BOTS_ONLY: ['FORBIDDEN', "This is for bots; use a bot's token."],
  ADMIN_REQUIRED: ['FORBIDDEN', 'Only an admin or the owner of the server may do this.'],
  OWNER_REQUIRED: ['FORBIDDEN', 'Only the owner of the server may do this.'],
  OWNER_CANNOT_LEAVE: [
    'FORBIDDEN',
    'The owner cannot leave; hand over the ownership or delete the server first.',
  ],
  NOT_YOUR_MESSAGE: [
    'FORBIDDEN',
    'Only the author may edit a message; only the author or an admin may delete it.',
  ],
  CHANNEL_ARCHIVED: ['FORBIDDEN', 'The channel is archived and takes no new messages.'],
  NOT_IN_A_DM: ['FORBIDDEN', 'This cannot be done in a direct message.'],
  ORIGIN_NOT_ALLOWED: ['FORBIDDEN', 'This origin may not open a WebSocket here.'],

  ROUTE_NOT_FOUND: ['NOT_FOUND', 'There is nothing at this path.'],
  SERVER_NOT_FOUND: ['NOT_FOUND', 'There is no such server, or you are not in it.'],
  CHANNEL_NOT_FOUND: ['NOT_FOUND', 'There is no such channel, or you may not see it.'],
  GROUP_NOT_FOUND: ['NOT_FOUND', 'There is no such channel group in this server.'],
  MESSAGE_NOT_FOUND: ['NOT_FOUND', 'There is no such message, or you may not see it.'],
  ATTACHMENT_NOT_FOUND: ['NOT_FOUND', 'There is no such attachment, or you may not see it.'],
  AVATAR_NOT_FOUND: ['NOT_FOUND', 'There is no such avatar.'],
  MEMBER_NOT_FOUND: ['NOT_FOUND', 'This user is not a member.'],
  USER_NOT_FOUND: ['NOT_FOUND', 'There is no such user.'],
  BOT_NOT_FOUND: ['NOT_FOUND', 'You own no such bot.'],
  INVITE_NOT_FOUND: ['NOT_FOUND', 'There is no such invite, or it can no longer be used.'],
  SESSION_NOT_FOUND: ['NOT_FOUND', 'You have no such session.'],
  PROVIDER_NOT_CONFIGURED: ['NOT_FOUND', 'This sign-in provider is not configured here.'],

  METHOD_NOT_ALLOWED: ['METHOD_NOT_SUPPORTED', 'This path does not take this method; see the Allow header.'],
  USERNAME_TAKEN: ['CONFLICT', 'This username is taken.'],
  EMAIL_TAKEN: ['CONFLICT', 'This e-mail address is already in use.'],
  CHANNEL_NAME_TAKEN: ['CONFLICT', 'There is already a channel of this name in the server.'],
  ALREADY_A_MEMBER: ['CONFLICT', 'This user is already a member.'],
  TOO_MANY_BOTS: ['CONFLICT', 'You own as many bots as one person may.'],
  TOO_MANY_REACTIONS: ['CONFLICT', 'The message carries as many different reactions as it may.'],
  ATTACHMENT_IN_USE: ['CONFLICT', 'An attachment belongs to one message only.'],
  IDEMPOTENCY_KEY_REUSED: ['CONFLICT', 'This idempotency key was used before with a different request.'],

  BODY_TOO_LARGE: ['PAYLOAD_TOO_LARGE', 'The request body is larger than 64 KiB.'],
  FILE_TOO_LARGE: ['PAYLOAD_TOO_LARGE', 'The file is larger than allowed here.'],
  UNSUPPORTED_MEDIA_TYPE: ['UNSUPPORTED_MEDIA_TYPE', 'This media type is not accepted here.'],
  BUSY: ['SERVICE_UNAVAILABLE', 'The service is busy; try again in a moment.'],
  INTERNAL: ['INTERNAL_SERVER_ERROR', 'Something went wrong on our side; try again later.'],
} as const satisfies Record<string, readonly [TrpcCode, string]>;

export type ErrorCode = keyof typeof ERRORS;

/** One invalid field: where it is (`members.0.id`) and what is wrong with it. */
export interface Issue {
  path: string;
  message: string;
}

/** An error with a code of the registry; `issues` only where single fields are to blame. */
export class AppError extends TRPCError {
  readonly errorCode: ErrorCode;
  readonly issues: Issue[] | undefined;

  constructor(errorCode: ErrorCode, options: { issues?: Issue[]; cause?: unknown; message?: string } = {}) {
    const [code, sentence] = ERRORS[errorCode];
    super({ code, message: options.message ?? sentence, cause: options.cause });
    this.errorCode = errorCode;
    this.issues = options.issues;
  }
}

/** Makes an `INVALID_INPUT` for one field, for rules that a schema alone cannot check. */
export function invalidField(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', { issues: [{ path, message }] });
}

/** The HTTP status that an error code is answered with. */
export function httpStatus(errorCode: ErrorCode): number {
  const [code] = ERRORS[errorCode];
  return getHTTPStatusCodeFromError(new TRPCError({ code }));
}
