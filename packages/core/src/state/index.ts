/** How answers change by events. Pure functions: nothing here is of the server's. */
export * as channels from './channels.js';
export * as messages from './messages.js';
export * as people from './people.js';
export { parsePlaces } from './places.js';
export * as servers from './servers.js';
export { applyEvent, type Change, type Reducer, streamIdOf, type View } from './view.js';
