/**
 * Every error of the service: its HTTP status and its sentence (docs/reference.md, section 7). The registry is closed: no
 * other code is sent.
 */
export const ERRORS = {
  INVALID_INPUT: [400, 'Some fields are not valid; see "issues".'],
  MALFORMED_BODY: [400, 'The request body is not valid JSON.'],
  MALFORMED_REQUEST: [400, 'The request cannot be read: its path, a header or its body is malformed.'],
  IDEMPOTENCY_KEY_INVALID: [400, 'An idempotency key has 1 to 64 characters.'],
  CANNOT_DM_YOURSELF: [400, 'A direct message needs at least one other person.'],
  IMAGE_UNREADABLE: [400, 'The file cannot be decoded as an image.'],
  FILE_MISSING: [400, 'Send the file as multipart/form-data in the field "file".'],
  TOO_MANY_FILES: [400, 'The upload has too many files.'],

  UNAUTHENTICATED: [401, 'Sign in: send a valid session token as "Authorization: Bearer <token>".'],
  WRONG_CREDENTIALS: [401, 'The name or the password is wrong.'],
  WRONG_PASSWORD: [403, 'The current password is wrong.'],
  TOO_MANY_ATTEMPTS: [403, 'There were too many wrong passwords. Try again later.'],

  ACCOUNT_DEACTIVATED: [403, 'This account is deactivated; ask an admin of this service.'],

  REGISTRATION_CLOSED: [403, 'Nobody can register here; ask an admin of this service for an account.'],
  INVITE_REQUIRED: [403, 'Registering here takes an invite: send its code as "inviteCode".'],
  WRONG_SETUP_CODE: [
    403,
    'This setup code is wrong, used or expired; a restart of the service makes another one.',
  ],

  PEOPLE_ONLY: [403, 'Bots may not do this; use the token of a person.'],
  BOTS_ONLY: [403, "This is for bots; use a bot's token."],
  ADMIN_REQUIRED: [403, 'Only an admin or the owner of the server may do this.'],
  OWNER_REQUIRED: [403, 'Only the owner of the server may do this.'],
  INSTANCE_ADMIN_REQUIRED: [403, 'Only an admin of this service may do this.'],
  OWNER_CANNOT_LEAVE: [403, 'The owner cannot leave; hand over the ownership or delete the server first.'],
  BANNED: [403, 'This user is banned from the server.'],
  NOT_YOUR_MESSAGE: [403, 'Only the author may edit a message; only the author or an admin may delete it.'],
  CHANNEL_ARCHIVED: [403, 'The channel is archived and takes no new messages.'],
  NOT_IN_A_DM: [403, 'This cannot be done in a direct message.'],
  ORIGIN_NOT_ALLOWED: [403, 'This origin may not open a WebSocket here.'],

  ROUTE_NOT_FOUND: [404, 'There is nothing at this path.'],
  SERVER_NOT_FOUND: [404, 'There is no such server, or you are not in it.'],
  CHANNEL_NOT_FOUND: [404, 'There is no such channel, or you may not see it.'],
  GROUP_NOT_FOUND: [404, 'There is no such channel group in this server.'],
  MESSAGE_NOT_FOUND: [404, 'There is no such message, or you may not see it.'],
  ATTACHMENT_NOT_FOUND: [404, 'There is no such attachment, or you may not see it.'],
  AVATAR_NOT_FOUND: [404, 'There is no such avatar.'],
  MEMBER_NOT_FOUND: [404, 'This user is not a member.'],
  USER_NOT_FOUND: [404, 'There is no such user.'],
  BOT_NOT_FOUND: [404, 'You own no such bot.'],
  INVITE_NOT_FOUND: [404, 'There is no such invite, or it can no longer be used.'],
  SESSION_NOT_FOUND: [404, 'You have no such session.'],
  PROVIDER_NOT_CONFIGURED: [404, 'This sign-in provider is not configured here.'],

  METHOD_NOT_ALLOWED: [405, 'This path does not take this method; see the Allow header.'],
  USERNAME_TAKEN: [409, 'This username is taken.'],
  EMAIL_TAKEN: [409, 'This e-mail address is already in use.'],
  CHANNEL_NAME_TAKEN: [409, 'There is already a channel of this name in the server.'],
  TOO_MANY_DEFAULT_CHANNELS: [
    409,
    'The server has as many channels that are joined by default as it may have.',
  ],
  ALREADY_A_MEMBER: [409, 'This user is already a member.'],
  TOO_MANY_SERVERS: [409, 'This person owns as many servers as one may.'],
  TOO_MANY_SERVERS_JOINED: [409, 'This user is in as many servers as one may.'],
  TOO_MANY_DMS: [409, 'You have started as many direct messages as one may.'],
  TOO_MANY_CHANNELS: [409, 'The server has as many channels as it may.'],
  TOO_MANY_GROUPS: [409, 'The server has as many channel groups as it may.'],
  TOO_MANY_INVITES: [409, 'The server has as many open invites as it may.'],
  TOO_MANY_BOTS: [409, 'You own as many bots as one person may.'],
  TOO_MANY_SOCKETS: [409, 'You have as many sockets and event streams open as one person may.'],
  TOO_MANY_REACTIONS: [409, 'The message has as many different reactions as it may have; use one of them.'],
  ATTACHMENT_IN_USE: [409, 'An attachment belongs to one message only.'],
  LAST_ADMIN: [409, 'This is the only active admin of this service; promote another one first.'],
  IDEMPOTENCY_KEY_REUSED: [409, 'This idempotency key was used before with a different request.'],

  BODY_TOO_LARGE: [413, 'The request body is too large.'],
  FILE_TOO_LARGE: [413, 'The file is too large.'],
  STORAGE_QUOTA_EXCEEDED: [413, 'Your files would take more space than a person has; delete some first.'],
  UNSUPPORTED_MEDIA_TYPE: [
    415,
    'Send JSON as "application/json" in UTF-8 and uncompressed, or files as "multipart/form-data".',
  ],
  UPGRADE_REQUIRED: [426, 'Open this path as a WebSocket: send "Upgrade: websocket".'],
  BUSY: [503, 'The service is busy; try again in a moment.'],
  NOT_READY: [503, 'The service cannot do its work now.'],
  INTERNAL: [500, 'Something went wrong on our side; try again later.'],
  STORAGE_FULL: [507, 'All space for files is taken; ask the operator for more.'],
  DISK_FULL: [507, 'The disk of the service is full; try again when it has space.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;

export type ErrorCode = keyof typeof ERRORS;

/** One invalid field: its path (`members.0.id`) and what is wrong with it. */
export interface Issue {
  path: string;
  message: string;
}
