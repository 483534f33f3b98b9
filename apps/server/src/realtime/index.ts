export { type AttachedRealtime, attachRealtime } from './attach.js';
export { realtimeOperations } from './operations.js';
export type { RealtimeOptions } from './options.js';
