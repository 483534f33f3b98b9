import { z } from 'zod';
import { Id, Instant } from '../primitives.js';
import { Choice } from './component.js';
import { User } from './user.js';

/** What an option of a command takes. */
export const OptionType = z.enum(['string', 'integer', 'number', 'boolean', 'user', 'channel']);

/** docs/bots.md, Commands. */
export const CommandOption = z
  .object({
    name: z.string().meta({ description: 'Unique in the command.' }),
    description: z.string().meta({ description: 'What it is for.' }),
    type: OptionType.meta({ description: 'What it takes; a user and a channel are given by their ids.' }),
    required: z.boolean().meta({ description: 'Whether the command needs it.' }),
    choices: z
      .array(Choice)
      .meta({ description: 'The values that a `string` takes; empty where it takes any.' }),
    min: z.number().nullable().meta({
      description: 'The least number, or the fewest characters of a `string`; null for no bound of its own.',
    }),
    max: z.number().nullable().meta({
      description: 'The greatest number, or the most characters of a `string`; null for no bound of its own.',
    }),
  })
  .meta({ id: 'CommandOption', description: 'An option of a command.' });
export type CommandOption = z.output<typeof CommandOption>;

export const Command = z
  .object({
    name: z.string().meta({ description: 'Unique among the commands of the bot.', example: 'deploy' }),
    description: z.string().meta({ description: 'What it does.' }),
    options: z
      .array(CommandOption)
      .meta({ description: 'In the order in which they are given without names.' }),
  })
  .meta({ id: 'Command', description: 'A command of a bot.' });
export type Command = z.output<typeof Command>;

export const BotCommands = z
  .object({
    bot: User,
    commands: z.array(Command).meta({ description: 'In the order in which the bot gave them.' }),
    updatedAt: Instant.nullable().meta({ description: 'When they were set; null where they never were.' }),
  })
  .meta({ id: 'BotCommands', description: 'The commands of a bot.' });
export type BotCommands = z.output<typeof BotCommands>;

/** What an option of a command was given. */
export const OptionValue = z.union([z.string(), z.number(), z.boolean()]);
export type OptionValue = z.output<typeof OptionValue>;

const expiresAt = Instant.meta({ description: 'Until then the bot can answer.' });

/** docs/bots.md, Interactions: what is asked of a bot. */
export const InteractionRequest = z
  .object({
    id: Id,
    kind: z
      .enum(['command', 'component'])
      .meta({ description: 'Whether a command was invoked or a component used.' }),
    botId: Id,
    userId: Id.meta({ description: 'Who did it.' }),
    serverId: Id.nullable().meta({ description: 'Null in a direct message.' }),
    channelId: Id,
    threadId: Id.nullable().meta({
      description: 'The thread in which it was done; null in the channel itself.',
    }),
    name: z.string().nullable().meta({ description: 'The command; null for a component.' }),
    options: z.record(z.string(), OptionValue).meta({
      description: 'What the options were given, by their names.',
      example: { environment: 'prod' },
    }),
    messageId: Id.nullable().meta({ description: 'The message of the component; null for a command.' }),
    componentId: z.string().nullable().meta({ description: 'The component; null for a command.' }),
    values: z.array(z.string()).meta({ description: 'What was chosen in a select.' }),
    createdAt: Instant,
    expiresAt,
  })
  .meta({ id: 'InteractionRequest', description: 'What somebody asks of a bot.' });
export type InteractionRequest = z.output<typeof InteractionRequest>;

/** The same as its parties see it later, without what was typed. */
export const Interaction = InteractionRequest.omit({ options: true, values: true })
  .extend({ answers: z.number().int().meta({ description: 'How many answers the bot has given.' }) })
  .meta({ id: 'Interaction', description: 'An interaction with a bot, until it ends.' });
export type Interaction = z.output<typeof Interaction>;

/** docs/bots.md, Answers. */
export const InteractionAnswer = z
  .object({
    interactionId: Id,
    number: z.number().int().meta({ description: '1 for the first answer.' }),
    ephemeral: z.boolean().meta({ description: 'Whether only who did it gets the answer.' }),
    messageId: Id.nullable().meta({ description: 'The message that it is; null for an ephemeral one.' }),
  })
  .meta({ id: 'InteractionAnswer', description: 'An answer of a bot that was given.' });
export type InteractionAnswer = z.output<typeof InteractionAnswer>;
