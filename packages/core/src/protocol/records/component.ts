import { z } from 'zod';

/** The id of a component in its message. */
export const COMPONENT_ID = /^[A-Za-z0-9_.:-]{1,64}$/;

/** A value that a select offers. */
export const Choice = z
  .object({
    value: z.string().meta({ description: 'What the bot is told.' }),
    label: z.string().meta({ description: 'What is shown.' }),
  })
  .meta({ id: 'Choice', description: 'A value that can be chosen.' });
export type Choice = z.output<typeof Choice>;

/** docs/bots.md, Components. */
export const Component = z
  .object({
    type: z.enum(['button', 'link', 'select']).meta({
      description: 'A button tells the bot, a link opens `url`, and a select tells the bot what was chosen.',
    }),
    id: z.string().nullable().meta({ description: 'Unique in the message; null for a link.' }),
    label: z.string().nullable().meta({ description: 'What a button or a link shows; null for a select.' }),
    style: z
      .enum(['primary', 'secondary', 'danger'])
      .meta({ description: 'How a button looks; `secondary` for all others.' }),
    disabled: z.boolean().meta({ description: 'Whether it is shown and cannot be used.' }),
    url: z.string().nullable().meta({ description: 'Where a link leads; null for all others.' }),
    placeholder: z
      .string()
      .nullable()
      .meta({ description: 'What a select shows before something is chosen; null for nothing.' }),
    choices: z.array(Choice).meta({ description: 'What a select offers; empty for all others.' }),
    minValues: z
      .number()
      .int()
      .meta({ description: 'How many values of a select are chosen at least; 0 for all others.' }),
    maxValues: z
      .number()
      .int()
      .meta({ description: 'How many values of a select are chosen at most; 0 for all others.' }),
  })
  .meta({ id: 'Component', description: "A button, a link or a select of a bot's message." });
export type Component = z.output<typeof Component>;

export const ComponentRow = z
  .object({ components: z.array(Component).meta({ description: 'Beside each other.' }) })
  .meta({ id: 'ComponentRow', description: 'Components that stand beside each other.' });
export type ComponentRow = z.output<typeof ComponentRow>;
