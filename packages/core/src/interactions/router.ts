import { z } from 'zod';
import { AppError } from '../kernel/errors/app-error.js';
import { requireUuid } from '../kernel/errors/require-uuid.js';
import { rest } from '../procedures/rest.js';
import { actorProcedure, botProcedure, router } from '../procedures/trpc.js';
import { BotCommands, Interaction, InteractionAnswer } from '../protocol/records/interaction.js';
import { respond } from './answer.js';
import { getCommands, listChannelCommands, setCommands } from './commands.js';
import { endpointProcedures } from './endpoint/router.js';
import { invokeCommand } from './invoke.js';
import { findInteraction } from './queries.js';
import { toInteraction } from './record.js';
import {
  BotCommandsInput,
  ChannelCommandsInput,
  InteractionInput,
  InvokeInput,
  RespondInput,
  SetCommandsInput,
  UseComponentInput,
} from './schemas.js';
import { applyComponent } from './use-component.js';

const BOT_COMMANDS = '/api/bots/{botID}/commands';
const CHANNEL_COMMANDS = '/api/channels/{channelID}/commands';

export const interactionsRouter = router({
  ...endpointProcedures,

  setCommands: actorProcedure
    .meta(
      rest('PUT', BOT_COMMANDS, {
        tag: 'interactions',
        summary: 'Set the commands of a bot',
        description: 'By the bot itself or its owner. They replace all earlier ones.',
        errors: ['BOT_NOT_FOUND'],
      }),
    )
    .input(SetCommandsInput)
    .output(BotCommands)
    .mutation(({ ctx, input }) => setCommands(ctx, input)),

  commands: actorProcedure
    .meta(
      rest('GET', BOT_COMMANDS, {
        tag: 'interactions',
        summary: 'List the commands of a bot',
        description: 'For the bot itself and its owner.',
        errors: ['BOT_NOT_FOUND'],
      }),
    )
    .input(BotCommandsInput)
    .output(BotCommands)
    .query(({ ctx, input }) => getCommands(ctx, input.botId)),

  inChannel: actorProcedure
    .meta(
      rest('GET', CHANNEL_COMMANDS, {
        tag: 'interactions',
        summary: 'List the commands that can be invoked in a channel',
        description:
          'Those of the bots that may read the channel: at most 50 bots, those that set theirs last first. Two bots may have commands ' +
          'of the same name.',
        errors: ['CHANNEL_NOT_FOUND'],
      }),
    )
    .input(ChannelCommandsInput)
    .output(z.array(BotCommands))
    .query(({ ctx, input }) => listChannelCommands(ctx, input.channelId)),

  invoke: actorProcedure
    .meta(
      rest('POST', '/api/channels/{channelID}/commands/invoke', {
        tag: 'interactions',
        summary: 'Invoke a command of a bot',
        description:
          'For whoever may post in the channel; slow mode counts. The bot gets `interaction.created` and has 15 minutes to answer.',
        status: 201,
        errors: [
          'CHANNEL_NOT_FOUND',
          'CHANNEL_ARCHIVED',
          'DM_NOT_ALLOWED',
          'TIMED_OUT',
          'POSTING_RESTRICTED',
          'SLOW_MODE',
          'MESSAGE_NOT_FOUND',
          'COMMAND_NOT_FOUND',
          'TOO_MANY_INTERACTIONS',
        ],
      }),
    )
    .input(InvokeInput)
    .output(Interaction)
    .mutation(({ ctx, input }) => invokeCommand(ctx, input)),

  useComponent: actorProcedure
    .meta(
      rest('POST', '/api/messages/{messageID}/components/{componentID}', {
        tag: 'interactions',
        summary: "Use a button or a select of a bot's message",
        description:
          'For whoever may react to the message. The bot gets `interaction.created` and has 15 minutes to answer.',
        status: 201,
        errors: [
          'MESSAGE_NOT_FOUND',
          'CHANNEL_ARCHIVED',
          'DM_NOT_ALLOWED',
          'TIMED_OUT',
          'REACTIONS_RESTRICTED',
          'COMPONENT_NOT_FOUND',
          'TOO_MANY_INTERACTIONS',
        ],
      }),
    )
    .input(UseComponentInput)
    .output(Interaction)
    .mutation(({ ctx, input }) => applyComponent(ctx, input)),

  get: actorProcedure
    .meta(
      rest('GET', '/api/interactions/{interactionID}', {
        tag: 'interactions',
        summary: 'Get an interaction that has not ended',
        description: 'For who asked and for the bot.',
        errors: ['INTERACTION_NOT_FOUND'],
      }),
    )
    .input(InteractionInput)
    .output(Interaction)
    .query(async ({ ctx, input }) => {
      const id = requireUuid(input.interactionId, 'INTERACTION_NOT_FOUND');
      const asking = { id, partyId: ctx.actor.userId, now: ctx.services.clock.now() };
      const row = await findInteraction(ctx.services.db, asking);
      if (row === null) throw new AppError('INTERACTION_NOT_FOUND');
      return toInteraction(row);
    }),

  respond: botProcedure
    .meta(
      rest('POST', '/api/interactions/{interactionID}/response', {
        tag: 'interactions',
        summary: 'Answer an interaction',
        description:
          'By the bot that was asked: with a message in the channel, or to who asked alone (`ephemeral`). There is one first answer, and ' +
          'up to five more, within 15 minutes.',
        status: 201,
        errors: [
          'BOTS_ONLY',
          'INTERACTION_NOT_FOUND',
          'TOO_MANY_ANSWERS',
          'CHANNEL_NOT_FOUND',
          'CHANNEL_ARCHIVED',
          'DM_NOT_ALLOWED',
          'TIMED_OUT',
          'POSTING_RESTRICTED',
          'SLOW_MODE',
          'MESSAGE_NOT_FOUND',
          'ATTACHMENT_NOT_FOUND',
          'ATTACHMENT_IN_USE',
          'MESSAGE_REFUSED',
          'MESSAGE_NOT_CHECKED',
        ],
      }),
    )
    .input(RespondInput)
    .output(InteractionAnswer)
    .mutation(({ ctx, input }) => respond(ctx, input)),
});
