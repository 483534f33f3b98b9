import { Id } from '../primitives.js';
import { MailPreferences } from '../records/mail-preferences.js';
import { NewSession } from '../records/session.js';
import { Me, User } from '../records/user.js';
import { WebhookDisabledReason } from '../records/webhook-disabled-reason.js';
import { event } from './row.js';

/** What `access.revoked` means, in the log and about a connection. */
export const LOST_ACCESS =
  'You lost access to a channel or to a whole server (`channelId` is null). Nothing of it comes later.';

/** The events of accounts, and of what they have access to. */
export const ACCOUNT_EVENTS = [
  event(
    'user.updated',
    {
      says: 'The profile of a person was changed, or is told again as it is.',
      // Their own stream has `me.updated`. In a direct message it says that a block has changed.
      streams: { channel: 'everybody', server: 'nobody', user: 'nobody' },
      readers: 'stay',
    },
    User.shape,
  ),
  event(
    'me.updated',
    {
      says: 'Your own account was changed. In your own stream.',
      streams: { user: 'everybody' },
      readers: 'stay',
    },
    Me.shape,
  ),
  event(
    'session.created',
    {
      says: 'Somebody signed in to your account on a device or from a network that it was not used on before. In your own stream only.',
      streams: { user: 'nobody' },
      readers: 'stay',
    },
    NewSession.shape,
  ),
  event(
    'mail_preferences.updated',
    {
      says: 'What you want to be told by e-mail was changed. In your own stream.',
      streams: { user: 'nobody' },
      readers: 'stay',
    },
    MailPreferences.shape,
  ),
  event(
    'outgoing_webhook.disabled',
    {
      says: 'The service has disabled an outgoing webhook that you manage. In your own stream only.',
      streams: { user: 'nobody' },
      readers: 'stay',
    },
    { serverId: Id, outgoingWebhookId: Id, reason: WebhookDisabledReason },
  ),
  event(
    'access.revoked',
    {
      says: LOST_ACCESS,
      // The stream of the channel or of the server has `member.left`.
      streams: { user: 'nobody' },
      readers: 'stay',
    },
    {
      serverId: Id.nullable(),
      channelId: Id.nullable().meta({ description: 'Null when the whole server is out of reach.' }),
    },
  ),
] as const;
