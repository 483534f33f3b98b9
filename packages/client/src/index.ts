export { isPalaverError, type PalaverError } from './api/errors.js';
export type { Backoff } from './backoff.js';
export {
  createPalaverClient,
  type PalaverApi,
  type PalaverClient,
  type PalaverInputs,
  type PalaverOutputs,
} from './client.js';
export type { Cursors } from './events/cursors.js';
export { EventStreamError } from './events/errors.js';
export {
  type PalaverEvent,
  type PalaverEventOf,
  type Position,
  positionOf,
} from './events/frames.js';
export type { WebSocketConstructor, WebSocketLike } from './events/socket.js';
export type { ConnectionState, EventStream, SubscribeOptions } from './events/stream.js';
export type { PictureSize } from './files/file-addresses.js';
export type { PalaverFiles, UploadOptions, UrlOptions } from './files/files.js';
export type { PalaverClientOptions } from './options.js';
export type * from './service.js';
export type { Token, TokenSource } from './session.js';
export type { View } from './state/view.js';
