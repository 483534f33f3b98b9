/** Everything that is sent between service and clients. It depends on zod alone, so another program can use the folder as it is. */
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
export * from './records/attachment.js';
export * from './records/ban.js';
export * from './records/bot.js';
export * from './records/channel.js';
export * from './records/done.js';
export * from './records/group.js';
export * from './records/invite.js';
export * from './records/message.js';
export * from './records/notification-preference.js';
export * from './records/realtime.js';
export * from './records/server.js';
export * from './records/session.js';
export * from './records/user.js';
export { sampleOf } from './sample.js';
