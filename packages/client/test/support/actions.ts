import type { Action } from './history.js';
import { botActions } from './nouns/bots.js';
import { channelActions } from './nouns/channels.js';
import { messageActions } from './nouns/messages.js';
import { ownActions } from './nouns/own.js';
import { serverActions } from './nouns/servers.js';

/** All actions by name. The service may refuse each of them. */
export const ACTIONS = {
  ...messageActions,
  ...channelActions,
  ...serverActions,
  ...ownActions,
  ...botActions,
} as const satisfies Record<string, Action>;

export type ActionName = keyof typeof ACTIONS;
