/** What a member of a server can lose. */
export const LOSSES = {
  ban: 'they are banned from the server',
  removal: 'they leave the server, or are removed',
  demotion: 'an admin of the server becomes a member',
  timeOut: 'they are timed out in the server',
  deactivation: 'an admin of the service deactivates their account',
  deletion: 'their account is deleted',
} as const;

export type Loss = keyof typeof LOSSES;

/** What a member sets up, and what works without them later. */
export type SetUp = 'bot' | 'invite' | 'incomingWebhook' | 'outgoingWebhook' | 'scheduledMessage' | 'apiKey';

/** `paused`: it works again with what was lost, such as after the time-out. */
export type FateOfSetUp = 'stays' | 'ends' | 'paused';

const OF_MEMBER = {
  ban: 'ends',
  removal: 'ends',
  demotion: 'stays',
  timeOut: 'paused',
  deactivation: 'paused',
  deletion: 'ends',
} as const satisfies Record<Loss, FateOfSetUp>;

const STAYS = {
  ban: 'stays',
  removal: 'stays',
  demotion: 'stays',
  timeOut: 'stays',
  deactivation: 'stays',
  deletion: 'stays',
} as const satisfies Record<Loss, FateOfSetUp>;

/** What becomes of each. A new one does not compile without its row, and a test tries every cell. */
export const FATES_OF_SET_UP: Readonly<Record<SetUp, Readonly<Record<Loss, FateOfSetUp>>>> = {
  bot: OF_MEMBER,
  invite: OF_MEMBER,
  // It belongs to the channel: whoever manages that sees, rotates and deletes it. A URL that a banned person knows ends at once.
  incomingWebhook: { ...STAYS, ban: 'ends' },
  // What it may read, its manager may. It is disabled at the next event, at a ban at once, and another admin enables it again.
  outgoingWebhook: {
    ...STAYS,
    ban: 'ends',
    removal: 'ends',
    demotion: 'ends',
    deactivation: 'ends',
    deletion: 'ends',
  },
  // It is refused when it is due, and kept with the reason; a deleted account has none.
  scheduledMessage: { ...OF_MEMBER, timeOut: 'ends', deactivation: 'ends' },
  // It is the service's: an admin of the service revokes it.
  apiKey: STAYS,
};
