/**
 * Everything that is sent between service and clients. It depends on zod alone, so another program can use the folder
 * as it is.
 */
export { asyncApiDocument } from './asyncapi.js';
export { CLOSE_CODES } from './close-codes.js';
export * from './error-codes.js';
export { Event, type EventDraft } from './events.js';
export {
  ClientFrame,
  ConnectionFrame,
  type GivenClientFrame,
  ServiceFrame,
  type StreamFrame,
  SUBSCRIBE_MAX,
  TransientFrame,
} from './frames.js';
export { GivenId, SAMPLE_ID } from './primitives.js';
export * from './records/admin.js';
export * from './records/api-key.js';
export * from './records/attachment.js';
export * from './records/auth-options.js';
export * from './records/ban.js';
export * from './records/bot.js';
export * from './records/bot-endpoint.js';
export * from './records/channel.js';
export * from './records/channel-unread.js';
export * from './records/component.js';
export * from './records/conversion-summary.js';
export * from './records/done.js';
export * from './records/draft.js';
export * from './records/effective-preference.js';
export * from './records/erasure.js';
export * from './records/exposed-secret.js';
export * from './records/favorites.js';
export * from './records/file-address.js';
export * from './records/found-message.js';
export * from './records/group.js';
export * from './records/hold.js';
export * from './records/identity.js';
export * from './records/incoming-webhook.js';
export * from './records/interaction.js';
export * from './records/invite.js';
export * from './records/line-reason.js';
export * from './records/mail-preferences.js';
export * from './records/message.js';
export * from './records/message-edit.js';
export * from './records/notification.js';
export * from './records/notification-preference.js';
export * from './records/operation.js';
export * from './records/outgoing-webhook.js';
export * from './records/passkey-options.js';
export * from './records/realtime.js';
export * from './records/receipt.js';
export * from './records/report.js';
export * from './records/saved-message.js';
export * from './records/scheduled-message.js';
export * from './records/second-factor.js';
export * from './records/security-event.js';
export * from './records/server.js';
export * from './records/server-act.js';
export * from './records/server-emoji.js';
export * from './records/server-import.js';
export * from './records/session.js';
export * from './records/thread.js';
export * from './records/timeout.js';
export * from './records/user.js';
export * from './records/user-group.js';
export * from './records/webhook-disabled-reason.js';
export { sampleOf } from './sample.js';
export * from './scopes.js';
export * from './tags.js';
