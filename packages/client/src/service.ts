/**
 * What the client knows of the service: types alone. Nothing else in this folder imports the service's package. Packed, the
 * client has types of its own in the place of this module, with the same names (`packages/client/packaging`).
 */
export type { AppRouter } from '@palaver/core';
export type * from '@palaver/core/protocol';
