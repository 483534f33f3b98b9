export { createServerWith } from './create-server.js';
export { CREATIONS, prepareCreations } from './creations.js';
export { type Golden, type RecordedRead, readGoldens, writeGolden } from './golden.js';
export { validatedFrame } from './validated-frame.js';
export { type Caller, createWorld, type TestUser, type World } from './world.js';
