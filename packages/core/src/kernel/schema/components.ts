import { z } from 'zod';
import { COMPONENT_ID, type Component } from '../../protocol/records/component.js';
import { optional, optionalOr } from './optional.js';
import { nameText } from './text.js';

/** The most that the components of a message may be as JSON, in bytes: each page and each event has all of them. */
const BYTES_MAX = 16_384;
const ROWS_MAX = 5;
const BUTTONS_MAX = 5;
const CHOICES_MAX = 25;

const ComponentId = z
  .string()
  .regex(COMPONENT_ID, 'must be 1 to 64 of A to Z, a to z, 0 to 9 and _ . : -')
  .meta({
    description: 'Unique in the message: 1 to 64 of the letters A to Z, digits and `_.:-`.',
    example: 'approve',
  });
const Label = nameText(1, 80).meta({ description: 'What is shown: up to 80 characters.' });

const ChoiceInput = z.object({
  value: nameText(1, 100).meta({ description: 'What the bot is told: up to 100 characters.' }),
  label: nameText(1, 100).meta({ description: 'What is shown: up to 100 characters.' }),
});

const isHttp = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** What a component is given as. Each kind takes its own fields. */
const ComponentInput = z
  .object({
    type: z.enum(['button', 'link', 'select']).meta({ description: 'What it is.' }),
    id: optional(ComponentId),
    label: optional(Label),
    style: optionalOr(z.enum(['primary', 'secondary', 'danger']), 'secondary').meta({
      description: 'How a button looks.',
    }),
    disabled: optionalOr(z.boolean(), false).meta({ description: 'Whether it cannot be used.' }),
    url: optional(
      z.string().max(2048).refine(isHttp, 'must be an address that begins with http:// or https://'),
    ).meta({ description: 'Where a link leads: an address of http or https.' }),
    placeholder: optional(nameText(1, 80)).meta({
      description: 'What a select shows before something is chosen: up to 80 characters.',
    }),
    choices: optionalOr(z.array(ChoiceInput).max(CHOICES_MAX), []).meta({
      description: 'What a select offers: 1 to 25.',
    }),
    minValues: optional(z.number().int().min(0).max(CHOICES_MAX)).meta({
      description: 'How many values of a select are chosen at least; 1 without it.',
    }),
    maxValues: optional(z.number().int().min(1).max(CHOICES_MAX)).meta({
      description: 'How many values of a select are chosen at most; 1 without it.',
    }),
  })
  .check(({ value, issues }) => {
    for (const [path, message] of problemsOf(value))
      issues.push({ code: 'custom', input: value, path: [path], message });
  })
  .transform(
    (given): Component => ({
      type: given.type,
      id: given.id ?? null,
      label: given.label ?? null,
      style: given.style,
      disabled: given.disabled,
      url: given.url ?? null,
      placeholder: given.placeholder ?? null,
      choices: given.choices,
      minValues: given.type === 'select' ? (given.minValues ?? 1) : 0,
      maxValues: given.type === 'select' ? (given.maxValues ?? 1) : 0,
    }),
  );

interface Given {
  readonly type: Component['type'];
  readonly id?: string | undefined;
  readonly label?: string | undefined;
  readonly style: Component['style'];
  readonly url?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly choices: readonly { readonly value: string }[];
  readonly minValues?: number | undefined;
  readonly maxValues?: number | undefined;
}

type Problem = readonly [path: string, message: string];

/** What a kind of component needs and does not take. */
function problemsOf(given: Given): Problem[] {
  const { type } = given;
  const needs = { button: ['id', 'label'], link: ['label', 'url'], select: ['id'] } as const;
  const takes: Readonly<Record<Component['type'], readonly string[]>> = {
    button: ['id', 'label'],
    link: ['label', 'url'],
    select: ['id', 'placeholder', 'minValues', 'maxValues'],
  };
  const fields = ['id', 'label', 'url', 'placeholder', 'minValues', 'maxValues'] as const;
  const missing = needs[type].filter((name) => given[name] === undefined);
  const foreign = fields.filter((name) => given[name] !== undefined && !takes[type].includes(name));
  return [
    ...missing.map((name): Problem => [name, `is required for a ${type}`]),
    ...foreign.map((name): Problem => [name, `is not for a ${type}`]),
    ...(type !== 'button' && given.style !== 'secondary'
      ? [['style', `is not for a ${type}`] satisfies Problem]
      : []),
    ...choiceProblems(given),
  ];
}

function choiceProblems({ type, choices, minValues = 1, maxValues = 1 }: Given): Problem[] {
  if (type !== 'select') return choices.length > 0 ? [['choices', `is not for a ${type}`]] : [];
  if (choices.length === 0) return [['choices', 'is required for a select']];
  const problems: Problem[] = [];
  if (new Set(choices.map(({ value }) => value)).size < choices.length)
    problems.push(['choices', 'must not have a value twice']);
  if (maxValues > choices.length) problems.push(['maxValues', 'must not be more than there are choices']);
  if (minValues > maxValues) problems.push(['minValues', 'must not be more than maxValues']);
  return problems;
}

const Row = z
  .object({
    components: z.array(ComponentInput).min(1).max(BUTTONS_MAX).meta({ description: 'Beside each other.' }),
  })
  .refine(
    ({ components }) => components.length === 1 || components.every(({ type }) => type !== 'select'),
    'must have one select alone, or buttons and links',
  );

/** The components of a message. */
export const ComponentRows = z
  .array(Row)
  .max(ROWS_MAX)
  .refine(hasDistinctIds, 'must not have an id twice')
  .refine(
    (rows) => Buffer.byteLength(JSON.stringify(rows)) <= BYTES_MAX,
    `must be at most ${BYTES_MAX.toLocaleString('en')} bytes as JSON`,
  )
  .meta({
    description:
      'Up to 5 rows of up to 5 buttons and links, or of one select. Only bots send them; none is an empty list.',
    example: [{ components: [{ type: 'button', id: 'approve', label: 'Approve', style: 'primary' }] }],
  });

function hasDistinctIds(rows: ReadonlyArray<{ readonly components: readonly Component[] }>): boolean {
  const ids = rows.flatMap(({ components }) => components.flatMap(({ id }) => id ?? []));
  return new Set(ids).size === ids.length;
}
