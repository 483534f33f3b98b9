import { z } from 'zod';

/**
 * A whole number from `min` to `max`; the message for anything else is the whole rule. Without a `max` it takes any, also
 * one that a double does not hold exactly, which zod's `int()` refuses.
 */
export function wholeNumber(min: number, max?: number) {
  const rule = `must be a whole number from ${min}${max === undefined ? '' : ` to ${max}`}`;
  const number = z
    .number({ error: ({ input }) => (input == null ? undefined : rule) })
    .multipleOf(1, { error: rule, abort: true })
    .min(min, rule);
  return (max === undefined ? number : number.max(max, rule)).meta({
    type: 'integer',
    multipleOf: undefined,
  });
}
