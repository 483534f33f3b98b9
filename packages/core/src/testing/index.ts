export { type BusFaults, createBusFaults, type MessageFate } from './bus-faults.js';
export { createServerWith } from './create-server.js';
export { type Golden, type RecordedRead, readGoldens, writeGolden } from './golden.js';
export { KEYED_WRITES } from './keyed-writes.js';
export { type Faults, SoftwareAuthenticator } from './software-authenticator.js';
export { totpCode } from './totp-code.js';
export { validatedFrame } from './validated-frame.js';
export { type Caller, createWorld, PASSWORD, type TestUser, type World } from './world.js';
export { createWorlds, type Worlds, type WorldsOptions } from './worlds.js';
