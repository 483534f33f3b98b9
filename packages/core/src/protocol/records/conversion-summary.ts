import { z } from 'zod';

const Count = z.number().int().min(0);
/** Texts of a summary are cut after this many characters. */
export const SUMMARY_TEXT_MAX = 300;
/** This many kinds, reasons and places are named. */
export const SUMMARY_MOST = { kinds: 100, reasons: 100, first: 3, people: 500 } as const;

const Text = z.string().max(SUMMARY_TEXT_MAX);

/** Null where an earlier version wrote the archive; a later one may have codes that are not known here. */
const Code = Text.nullable().default(null).meta({
  description:
    'The same as a code, for a sentence in another language; null in archives of earlier versions. Others may come.',
});

const LineReason = z.object({
  code: Code,
  reason: Text.meta({ description: 'Why, in English.' }),
  count: Count.meta({ description: 'How many lines.' }),
  first: z.array(Text).max(SUMMARY_MOST.first).meta({
    description: 'Where in the export the first of them stand.',
  }),
});

/** What became of the lines of a kind: `taken + changed + leftOut = read`. */
export const LineKind = z
  .object({
    kind: Text.meta({ description: 'As the export calls it, such as `post`.' }),
    read: Count.meta({ description: 'How many there are in the export.' }),
    taken: Count.meta({ description: 'As they were.' }),
    changed: Count.meta({ description: 'Taken, and something of them is otherwise.' }),
    leftOut: Count.meta({ description: 'How many are not in the archive.' }),
    changes: z
      .array(LineReason)
      .max(SUMMARY_MOST.reasons)
      .meta({ description: 'A line may be changed in several ways.' }),
    reasons: z
      .array(LineReason)
      .max(SUMMARY_MOST.reasons)
      .meta({ description: 'Each line is left out for one reason.' }),
  })
  .meta({ id: 'LineKind', description: 'What became of the lines of a kind.' });
export type LineKind = z.output<typeof LineKind>;

/** docs/importing.md, The account of every line. It travels in the last line of an archive. */
export const ConversionSummary = z
  .object({
    kinds: z
      .array(LineKind)
      .max(SUMMARY_MOST.kinds)
      .meta({ description: 'The kinds of lines of the export.' }),
    noMembers: z
      .array(
        z.object({
          id: Text.meta({ description: 'As in the export.' }),
          username: Text.meta({ description: 'The name that they get here.' }),
          code: Code,
          why: Text.meta({ description: 'Why they become none, in English.' }),
        }),
      )
      .max(SUMMARY_MOST.people)
      .meta({ description: `The first ${SUMMARY_MOST.people} people who write and become no members.` }),
    noMemberCount: Count.meta({ description: 'How many people write and become no members.' }),
  })
  .meta({
    id: 'ConversionSummary',
    description: 'What became of each line of the export of another system, of which an archive was made.',
  });
export type ConversionSummary = z.output<typeof ConversionSummary>;
