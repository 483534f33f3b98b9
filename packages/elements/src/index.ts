/** A chat and its parts as React components, for an app without a router of ours: `docs/embedding.md`. */
export { PalaverChannels } from './embed/channels.js';
export { Palaver, type PalaverEvents, type PalaverProps, type UnreadTotal } from './embed/palaver.js';
export { type ChatProps, PalaverChat } from './embed/palaver-chat.js';
export { type OfChannel, PalaverComposer, PalaverMessages, PalaverThread } from './embed/parts.js';
export { openSession, type PalaverSession, type PalaverToken, type SessionOptions } from './embed/session.js';
export type { Place } from './host/chat-host.js';
