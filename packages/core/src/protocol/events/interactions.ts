import { z } from 'zod';
import { Id, Instant } from '../primitives.js';
import { InteractionAnswer, InteractionRequest } from '../records/interaction.js';
import { event } from './row.js';

const superseded = z.literal(true).optional().meta({
  description: 'Present where the interaction has ended: what was typed or answered is empty here.',
});

/** The events of the commands of bots, and of what people ask bots. */
export const INTERACTION_EVENTS = [
  event(
    'commands.updated',
    {
      says: "A bot has set its commands: read the commands of a channel again. In the streams of the bot's servers, and of the people in its direct messages.",
      streams: { server: 'nobody', user: 'nobody' },
      readers: 'stay',
    },
    { botId: Id, updatedAt: Instant },
  ),
  event(
    'interaction.created',
    {
      says: 'Somebody invoked a command of yours, or used a component of a message of yours. In the stream of the bot.',
      streams: { user: 'nobody' },
      readers: 'stay',
      emptied: { options: {}, values: [] },
    },
    { ...InteractionRequest.shape, superseded },
  ),
  event(
    'interaction.responded',
    {
      says: 'A bot answered you. An ephemeral answer is here alone, and is gone with `interaction.ended`. In the stream of the person who asked.',
      streams: { user: 'nobody' },
      readers: 'stay',
      emptied: { content: '' },
    },
    {
      ...InteractionAnswer.shape,
      botId: Id,
      channelId: Id,
      threadId: Id.nullable().meta({
        description: 'The thread in which it was done; null in the channel itself.',
      }),
      content: z.string().meta({ description: 'The text of an ephemeral answer; empty for a message.' }),
      createdAt: Instant,
      superseded,
    },
  ),
  event(
    'interaction.ended',
    {
      says: 'Its fifteen minutes are over: the bot can answer no more, and ephemeral answers are gone. In the streams of the bot and of the person who asked.',
      streams: { user: 'nobody' },
      readers: 'stay',
      supersedes: true,
    },
    {
      interactionId: Id,
      botId: Id,
      userId: Id,
      channelId: Id,
      answered: z.boolean().meta({ description: 'Whether the bot has answered.' }),
    },
  ),
] as const;
