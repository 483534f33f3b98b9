import { rest } from '../procedures/rest.js';
import { actorProcedure, personProcedure, router } from '../procedures/trpc.js';
import { EffectiveNotificationPreference } from '../protocol/records/effective-preference.js';
import { NotificationPreference } from '../protocol/records/notification-preference.js';
import { accessChannelScope, accessDmScope, accessServerScope, accountScope } from './access.js';
import { getPreference, setPreference } from './actions.js';
import { explainPreference } from './explain-preference.js';
import {
  AnyChannelPreferenceInput,
  ChannelPreferenceInput,
  EffectiveForAnyChannelInput,
  EffectiveForChannelInput,
  EffectiveForServerInput,
  ServerPreferenceInput,
  SetAccountPreferenceInput,
  SetAnyChannelPreferenceInput,
  SetChannelPreferenceInput,
  SetServerPreferenceInput,
} from './schemas.js';

const OF_CHANNEL = '/api/servers/{serverID}/channels/{channelID}/notification-preferences';
const OF_ANY_CHANNEL = '/api/channels/{channelID}/notification-preferences';
const OF_DM = '/api/dms/{channelID}/notification-preferences';
const OF_ACCOUNT = '/api/users/me/notification-preferences';
const OF_SERVER = '/api/servers/{serverID}/notification-preferences';

const HOW_TO_SET =
  'A field that is not given stays as it is; null clears it. The quiet hours are set and cleared together.';

export const notificationPreferencesRouter = router({
  setForAccount: personProcedure
    .meta(
      rest('PUT', OF_ACCOUNT, {
        tag: 'notifications',
        summary: 'Set your notification preference for your whole account',
        description: `It applies where neither the channel nor its server has another. The level is for servers: in a direct message every message is for you. ${HOW_TO_SET}`,
        errors: ['PEOPLE_ONLY'],
      }),
    )
    .input(SetAccountPreferenceInput)
    .output(NotificationPreference)
    .mutation(({ ctx, input }) => setPreference(ctx, async () => accountScope(), input)),

  getForAccount: personProcedure
    .meta(
      rest('GET', OF_ACCOUNT, {
        tag: 'notifications',
        summary: 'Get your notification preference for your whole account',
        snapshot: true,
        errors: ['PEOPLE_ONLY'],
      }),
    )
    .output(NotificationPreference)
    .query(({ ctx }) => getPreference(ctx, accountScope())),

  setForChannel: actorProcedure
    .meta(
      rest('PUT', OF_CHANNEL, {
        tag: 'notifications',
        summary: 'Set your notification preference for a channel',
        description: `It overrides the preference for the server, field by field. ${HOW_TO_SET}`,
        errors: ['CHANNEL_NOT_FOUND'],
      }),
    )
    .input(SetChannelPreferenceInput)
    .output(NotificationPreference)
    .mutation(({ ctx, input: { serverId, channelId, ...changes } }) =>
      setPreference(ctx, (read) => accessChannelScope(read, channelId, serverId), changes),
    ),

  setForServer: actorProcedure
    .meta(
      rest('PUT', OF_SERVER, {
        tag: 'notifications',
        summary: 'Set your notification preference for a server',
        description: HOW_TO_SET,
        errors: ['SERVER_NOT_FOUND'],
      }),
    )
    .input(SetServerPreferenceInput)
    .output(NotificationPreference)
    .mutation(({ ctx, input: { serverId, ...changes } }) =>
      setPreference(ctx, (read) => accessServerScope(read, serverId), changes),
    ),

  getForChannel: actorProcedure
    .meta(
      rest('GET', OF_CHANNEL, {
        tag: 'notifications',
        summary: 'Get your notification preference for a channel',
        snapshot: true,
        errors: ['CHANNEL_NOT_FOUND'],
      }),
    )
    .input(ChannelPreferenceInput)
    .output(NotificationPreference)
    .query(async ({ ctx, input }) =>
      getPreference(ctx, await accessChannelScope(ctx, input.channelId, input.serverId)),
    ),

  getForServer: actorProcedure
    .meta(
      rest('GET', OF_SERVER, {
        tag: 'notifications',
        summary: 'Get your notification preference for a server',
        snapshot: true,
        errors: ['SERVER_NOT_FOUND'],
      }),
    )
    .input(ServerPreferenceInput)
    .output(NotificationPreference)
    .query(async ({ ctx, input }) => getPreference(ctx, await accessServerScope(ctx, input.serverId))),

  setForChannelById: actorProcedure
    .meta(
      rest('PUT', OF_ANY_CHANNEL, {
        tag: 'notifications',
        summary: 'Set your notification preference for a channel of any server or a direct message',
        description: HOW_TO_SET,
        errors: ['CHANNEL_NOT_FOUND'],
      }),
    )
    .input(SetAnyChannelPreferenceInput)
    .output(NotificationPreference)
    .mutation(({ ctx, input: { channelId, ...changes } }) =>
      setPreference(ctx, (read) => accessChannelScope(read, channelId), changes),
    ),

  getForChannelById: actorProcedure
    .meta(
      rest('GET', OF_ANY_CHANNEL, {
        tag: 'notifications',
        summary: 'Get your notification preference for a channel of any server or a direct message',
        snapshot: true,
        errors: ['CHANNEL_NOT_FOUND'],
      }),
    )
    .input(AnyChannelPreferenceInput)
    .output(NotificationPreference)
    .query(async ({ ctx, input }) => getPreference(ctx, await accessChannelScope(ctx, input.channelId))),

  setForDm: actorProcedure
    .meta(
      rest('PUT', OF_DM, {
        tag: 'notifications',
        summary: 'Set your notification preference for a direct message',
        description: HOW_TO_SET,
        errors: ['CHANNEL_NOT_FOUND'],
      }),
    )
    .input(SetAnyChannelPreferenceInput)
    .output(NotificationPreference)
    .mutation(({ ctx, input: { channelId, ...changes } }) =>
      setPreference(ctx, (read) => accessDmScope(read, channelId), changes),
    ),

  getForDm: actorProcedure
    .meta(
      rest('GET', OF_DM, {
        tag: 'notifications',
        summary: 'Get your notification preference for a direct message',
        snapshot: true,
        errors: ['CHANNEL_NOT_FOUND'],
      }),
    )
    .input(AnyChannelPreferenceInput)
    .output(NotificationPreference)
    .query(async ({ ctx, input }) => getPreference(ctx, await accessDmScope(ctx, input.channelId))),

  effectiveForServer: actorProcedure
    .meta(
      rest('GET', `${OF_SERVER}/effective`, {
        tag: 'notifications',
        summary: 'Explain which messages notify you in a server',
        errors: ['SERVER_NOT_FOUND'],
      }),
    )
    .input(EffectiveForServerInput)
    .output(EffectiveNotificationPreference)
    .query(async ({ ctx, input }) =>
      explainPreference(ctx, await accessServerScope(ctx, input.serverId), input.at),
    ),

  effectiveForChannel: actorProcedure
    .meta(
      rest('GET', `${OF_CHANNEL}/effective`, {
        tag: 'notifications',
        summary: 'Explain which messages notify you in a channel',
        errors: ['CHANNEL_NOT_FOUND'],
      }),
    )
    .input(EffectiveForChannelInput)
    .output(EffectiveNotificationPreference)
    .query(async ({ ctx, input }) =>
      explainPreference(ctx, await accessChannelScope(ctx, input.channelId, input.serverId), input.at),
    ),

  effectiveForChannelById: actorProcedure
    .meta(
      rest('GET', `${OF_ANY_CHANNEL}/effective`, {
        tag: 'notifications',
        summary: 'Explain which messages notify you in a channel of any server or a direct message',
        errors: ['CHANNEL_NOT_FOUND'],
      }),
    )
    .input(EffectiveForAnyChannelInput)
    .output(EffectiveNotificationPreference)
    .query(async ({ ctx, input }) =>
      explainPreference(ctx, await accessChannelScope(ctx, input.channelId), input.at),
    ),
});
