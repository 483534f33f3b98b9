export { createServerWith } from './create-server.js';
export { type Golden, type RecordedRead, readGoldens, writeGolden } from './golden.js';
export { KEYED_WRITES } from './keyed-writes.js';
export { validatedFrame } from './validated-frame.js';
export { type Caller, createWorld, type TestUser, type World } from './world.js';
