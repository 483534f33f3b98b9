/** What happens to the ways into an account. */
export const ACCESS_EVENTS = {
  takenOver:
    'the address is proven from outside for the first time: by a reset, or by a provider with `trustsEmail`',
  addressProven: 'the address is proven in a session, by the link of a mail',
  passwordReset: 'the password is set by a mail to an address that was proven before',
  passwordChanged: 'the password is changed in a session',
  addressChanged: 'the address is changed',
  factorChanged: 'another second factor is added or removed',
  accessEnded: 'the person ends all other access',
  deactivated: 'an admin deactivates the account',
} as const;

export type AccessEvent = keyof typeof ACCESS_EVENTS;

/** `paused`: it does nothing until the account is active again. */
export type Fate = 'ends' | 'stays' | 'paused';

/** Everything that lets somebody in as a person, or act for them. */
export type WayIn =
  | 'password'
  | 'identity'
  | 'totp'
  | 'passkey'
  | 'recoveryCode'
  | 'ownSession'
  | 'otherSession'
  | 'mintedSession'
  | 'ticket'
  | 'botToken'
  | 'apiKey'
  | 'resetLink'
  | 'verificationLink'
  | 'exchangeCode';

const ALL: Readonly<Record<AccessEvent, Fate>> = {
  takenOver: 'ends',
  addressProven: 'stays',
  passwordReset: 'stays',
  passwordChanged: 'stays',
  addressChanged: 'stays',
  factorChanged: 'stays',
  accessEnded: 'ends',
  deactivated: 'paused',
};

/** A session, and what hangs on it, ends with each new password. */
const OF_SESSION = { ...ALL, passwordReset: 'ends', passwordChanged: 'ends', deactivated: 'ends' } as const;

/** What becomes of each way in. A new one does not compile without its row, and a test tries every cell. */
export const FATES: Readonly<Record<WayIn, Readonly<Record<AccessEvent, Fate>>>> = {
  password: { ...ALL, passwordReset: 'ends', passwordChanged: 'ends', accessEnded: 'stays' },
  identity: ALL,
  totp: ALL,
  passkey: ALL,
  recoveryCode: ALL,
  ownSession: { ...OF_SESSION, passwordChanged: 'stays', accessEnded: 'stays' },
  otherSession: OF_SESSION,
  mintedSession: OF_SESSION,
  ticket: OF_SESSION,
  botToken: ALL,
  // It is the service's: an admin revokes it.
  apiKey: { ...ALL, deactivated: 'stays' },
  resetLink: { ...ALL, passwordReset: 'ends', passwordChanged: 'ends', addressChanged: 'ends' },
  verificationLink: { ...ALL, addressProven: 'ends', addressChanged: 'ends' },
  exchangeCode: ALL,
};
