export { createServerWith } from './create-server.js';
export { validatedFrame } from './validated-frame.js';
export { type Caller, createWorld, type TestUser, type World } from './world.js';
