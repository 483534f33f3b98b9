export { serverOf } from './community.js';
export { validatedFrame } from './validated-frame.js';
export { type Caller, createWorld, type Someone, type World } from './world.js';
