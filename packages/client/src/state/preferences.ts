import type { MailPreferences, NotificationPreference } from '../service.js';
import { recordIn } from './lists.js';
import { plain, type SingleResource } from './resource.js';
import type { Reducer } from './view.js';

/** `notificationPreferences.getForServer`, `getForChannel` and `getForAccount`. */
export const reducePreference: Reducer<NotificationPreference> = (preference, event) => {
  if (event.type !== 'preference.updated') return null;
  const updated = recordIn(event.data);
  const isSame = updated.serverId === preference.serverId && updated.channelId === preference.channelId;
  return isSame ? { state: updated } : null;
};

/** The preference of the whole account, with its keywords. */
export const preferenceOfAccount: SingleResource<NotificationPreference> = plain({
  key: 'account-preference',
  ask: (api) => api.notificationPreferences.getForAccount.query(),
  reduce: reducePreference,
});

export const preferenceOfServer = (serverId: string): SingleResource<NotificationPreference> =>
  plain({
    key: `preference/${serverId}`,
    of: serverId,
    ask: (api) => api.notificationPreferences.getForServer.query({ serverId }),
    reduce: reducePreference,
  });

export const preferenceOfChannel = (channelId: string): SingleResource<NotificationPreference> =>
  plain({
    key: `channel-preference/${channelId}`,
    of: channelId,
    ask: (api) => api.notificationPreferences.getForChannelById.query({ channelId }),
    reduce: reducePreference,
  });

/** `mailPreferences.get`. */
export const reduceMailPreferences: Reducer<MailPreferences> = (_preferences, event) => {
  if (event.type !== 'mail_preferences.updated') return null;
  const state = recordIn(event.data);
  return { state };
};
