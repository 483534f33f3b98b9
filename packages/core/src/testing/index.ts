export {
  factsOf,
  flatPicture,
  movingPicture,
  noisyPhoto,
} from '../attachments/small-pictures/pictures.fixture.js';
export { linesIn } from '../moving/moving.fixture.js';
export { type BusFaults, createBusFaults, type MessageFate } from './bus-faults.js';
export { createEmoji } from './create-emoji.js';
export { createServerWith } from './create-server.js';
export { type Golden, type RecordedRead, readGoldens, writeGolden } from './golden.js';
export { createKeyedWrites, KEYED_WRITES, UNLIMITED } from './keyed-writes.js';
export { createTestPasswordHasher } from './passwords.js';
export {
  type AccessTable,
  byRole,
  type Hidden,
  isCode,
  isSuccess,
  type Outcome,
  type Preparation,
  type Row,
} from './samples/access-table.js';
export * from './samples/fixture.js';
export { HIDDEN_FIELDS, hiddenBehind } from './samples/hidden.js';
export {
  type Json,
  type RestAnswer,
  type RestClient,
  type Stage,
  uniqueName,
} from './samples/rest-client.js';
export { OF_ACCOUNTS } from './samples/users.js';
export { ROWS, rowOf } from './samples.js';
export { type Faults, SoftwareAuthenticator } from './software-authenticator.js';
export { totpCode } from './totp-code.js';
export { validatedFrame } from './validated-frame.js';
export { type Caller, createWorld, createWorldOn, PASSWORD, type TestUser, type World } from './world.js';
export { createWorlds, type Worlds, type WorldsOptions } from './worlds.js';
