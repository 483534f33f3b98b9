import { z } from 'zod';

/** docs/reference.md, Administration. */
export const AdminVariable = z
  .object({
    name: z.string().meta({ description: 'The name of the variable of the environment.' }),
    group: z.string().meta({ description: 'The table of docs/operations.md that it stands in.' }),
    isSet: z.boolean().meta({ description: 'Whether the environment has it; else the default is in force.' }),
    isSecret: z.boolean().meta({ description: 'Whether its value is never shown.' }),
    value: z.string().nullable().meta({
      description:
        'What is in force, without passwords; null for a secret, and where there is neither a value nor a default.',
    }),
  })
  .meta({ id: 'AdminVariable', description: 'A variable of the configuration, as it is in force.' });
export type AdminVariable = z.output<typeof AdminVariable>;

export const AdminCheck = z
  .object({
    name: z.string().meta({ description: 'What was checked.' }),
    status: z.enum(['ok', 'warn', 'fail']).meta({
      description: '`warn`: it works, and somebody should know this. `fail`: something does not work.',
    }),
    found: z.string().meta({ description: 'What was seen, in English.' }),
    advice: z.string().nullable().meta({ description: 'What to do; null where there is nothing to do.' }),
  })
  .meta({ id: 'AdminCheck', description: 'A check of the service or of what it depends on.' });
export type AdminCheck = z.output<typeof AdminCheck>;

export const TestMail = z
  .object({ address: z.string().meta({ description: 'Where the mail was sent.' }) })
  .meta({ id: 'TestMail', description: 'A test mail that the mail server has accepted.' });
export type TestMail = z.output<typeof TestMail>;
