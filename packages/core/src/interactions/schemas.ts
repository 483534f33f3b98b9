import { z } from 'zod';
import { ComponentRows } from '../kernel/schema/components.js';
import { idInput } from '../kernel/schema/ids.js';
import { optional, optionalOr } from '../kernel/schema/optional.js';
import { nameText, text } from '../kernel/schema/text.js';
import { writing } from '../kernel/schema/writing.js';
import { HIGHEST_LIMITS, limitedBy } from '../kernel/services/limits.js';
import { Content } from '../messages/schemas.js';
import {
  BotCommands,
  type Command,
  type CommandOption,
  Interaction,
  InteractionAnswer,
  OptionType,
} from '../protocol/records/interaction.js';

/** As many a bot may have. */
export const COMMANDS_MAX = 50;
const OPTIONS_MAX = 10;
const CHOICES_MAX = 25;
/** The most that the commands of a bot may be as JSON, in bytes: a list has those of all bots of a channel. */
const BYTES_MAX = 32_768;
/** The most characters that an option of a command may be given. */
export const VALUE_MAX = 1_000;

const NAME = /^[a-z0-9_-]{1,32}$/;
const Name = z.string().regex(NAME, 'must be 1 to 32 of a to z, 0 to 9, _ and -');
const Description = nameText(1, 100).meta({ description: 'Up to 100 characters.' });
const bound = optional(z.number().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER));

const ChoiceInput = z.object({
  value: nameText(1, 100).meta({ description: 'What the bot is told: up to 100 characters.' }),
  label: nameText(1, 100).meta({ description: 'What is shown: up to 100 characters.' }),
});

const OptionInput = z
  .object({
    name: Name.meta({ description: 'Unique in the command: 1 to 32 of a to z, 0 to 9, _ and -.' }),
    description: Description,
    type: OptionType.meta({ description: 'What it takes.' }),
    required: optionalOr(z.boolean(), false).meta({ description: 'Whether the command needs it.' }),
    choices: optionalOr(z.array(ChoiceInput).max(CHOICES_MAX), []).meta({
      description: 'Up to 25, only for a string.',
    }),
    min: bound.meta({ description: 'Only for a number, an integer or a string.' }),
    max: bound.meta({ description: 'Only for a number, an integer or a string.' }),
  })
  .check(({ value, issues }) => {
    const problem = problemOf(value);
    if (problem !== null)
      issues.push({ code: 'custom', input: value, path: [problem[0]], message: problem[1] });
  })
  .transform(({ min, max, ...option }): CommandOption => ({ ...option, min: min ?? null, max: max ?? null }));

interface GivenOption {
  readonly type: CommandOption['type'];
  readonly choices: ReadonlyArray<{ readonly value: string }>;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

function problemOf({
  type,
  choices,
  min,
  max,
}: GivenOption): readonly [path: string, message: string] | null {
  if (choices.length > 0 && type !== 'string') return ['choices', 'is only for a string'];
  if (new Set(choices.map(({ value }) => value)).size < choices.length)
    return ['choices', 'must not have a value twice'];
  if (min === undefined && max === undefined) return null;
  const path = min === undefined ? 'max' : 'min';
  if (type === 'boolean' || type === 'user' || type === 'channel') return [path, `is not for a ${type}`];
  if (choices.length > 0) return [path, 'is not for an option with choices'];
  if (min !== undefined && max !== undefined && min > max) return ['min', 'must not be more than max'];
  if (type === 'number') return null;
  const whole = [min, max].every((one) => one === undefined || Number.isInteger(one));
  if (!whole) return [path, 'must be a whole number'];
  const fits = (one = 0) => one >= 0 && one <= VALUE_MAX;
  return type === 'string' && !(fits(min) && fits(max)) ? [path, `must be 0 to ${VALUE_MAX}`] : null;
}

/** Those that are required come first, so that what is given without names has one meaning. */
function isRequiredFirst(options: ReadonlyArray<{ readonly required: boolean }>): boolean {
  return options.every(({ required }, at) => !required || options[at - 1]?.required !== false);
}

function areDistinct(named: ReadonlyArray<{ readonly name: string }>): boolean {
  return new Set(named.map(({ name }) => name)).size === named.length;
}

const CommandInput = z
  .object({
    name: Name.meta({ description: 'Unique among the commands of the bot.', example: 'deploy' }),
    description: Description,
    options: optionalOr(
      z
        .array(OptionInput)
        .max(OPTIONS_MAX)
        .refine(areDistinct, 'must not have a name twice')
        .refine(isRequiredFirst, 'must have those that are required first'),
      [],
    ).meta({ description: 'Up to 10. Those that are required come first.' }),
  })
  .transform((command): Command => command);

export const BotCommandsInput = z.object({ botId: idInput('the bot') });
export const SetCommandsInput = writing(BotCommands, {
  ...BotCommandsInput.shape,
  commands: z
    .array(CommandInput)
    .max(COMMANDS_MAX)
    .refine(areDistinct, 'must not have a name twice')
    .refine(
      (commands) => Buffer.byteLength(JSON.stringify(commands)) <= BYTES_MAX,
      `must be at most ${BYTES_MAX.toLocaleString('en')} bytes as JSON`,
    )
    .meta({
      description: 'All commands of the bot, which replace the earlier ones: up to 50.',
      example: [
        {
          name: 'deploy',
          description: 'Deploys a version',
          options: [
            { name: 'environment', description: 'Where to', type: 'string', required: true },
            { name: 'force', description: 'Without checks', type: 'boolean' },
          ],
        },
      ],
    }),
});
export type SetCommandsInput = z.output<typeof SetCommandsInput>;

export const ChannelCommandsInput = z.object({ channelId: idInput('the channel') });

const OptionValueInput = z.union([text(0, VALUE_MAX), z.number(), z.boolean()]);

export const InvokeInput = writing(Interaction, {
  channelId: idInput('the channel'),
  botId: idInput('the bot'),
  name: z.string().max(32).meta({ description: 'The command.', example: 'deploy' }),
  threadId: optional(idInput('a message')).meta({ description: 'The thread in which it is invoked.' }),
  options: optionalOr(
    z
      .record(z.string().max(32), OptionValueInput)
      .refine(
        (given) => Object.keys(given).length <= OPTIONS_MAX,
        `must have at most ${OPTIONS_MAX} options`,
      ),
    {},
  ).meta({
    description: 'What the options are given, by their names; a user and a channel by their ids.',
    example: { environment: 'prod', force: true },
  }),
});
export type InvokeInput = z.output<typeof InvokeInput>;

export const UseComponentInput = writing(Interaction, {
  messageId: idInput('the message'),
  componentId: z
    .string()
    .max(64)
    .meta({ description: 'The id of the component in its message.', example: 'approve' }),
  values: optionalOr(z.array(text(1, 100)).max(CHOICES_MAX), []).meta({
    description: 'What is chosen in a select; empty for a button.',
    example: [],
  }),
});
export type UseComponentInput = z.output<typeof UseComponentInput>;

export const InteractionInput = z.object({ interactionId: idInput('the interaction') });
export const RespondInput = writing(InteractionAnswer, {
  ...InteractionInput.shape,
  content: optionalOr(Content, '').meta({
    description: 'The text, as of a message.',
  }),
  ephemeral: optionalOr(z.boolean(), false).meta({
    description: 'Whether only who did it gets the answer. Then it is no message, and has text alone.',
  }),
  attachmentIds: optionalOr(
    z.array(idInput('an attachment')).max(HIGHEST_LIMITS.messageFiles).meta(limitedBy('messageFiles')),
    [],
  ).meta({ description: 'Ids of files that the bot has uploaded to this channel.' }),
  components: optional(ComponentRows),
});
export type RespondInput = z.output<typeof RespondInput>;
