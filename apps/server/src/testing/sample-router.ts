import { AppError, type Context, type Meta, nativeErrorShape, rest } from '@palaver/core';
import { initTRPC } from '@trpc/server';
import { octetInputParser } from '@trpc/server/http';
import { z } from 'zod';

const t = initTRPC.context<Context>().meta<Meta>().create({ isDev: false, errorFormatter: nativeErrorShape });

/** How often each step of a call has run. */
export const ran = { middleware: 0, input: 0, output: 0 };

const open = t.procedure;
const signedIn = t.procedure.use(async ({ ctx, next }) => {
  ran.middleware++;
  if (!(await ctx.request.authenticate(null))) throw new AppError('UNAUTHENTICATED');
  return next();
});

const Limit = z
  .number()
  .multipleOf(1)
  .min(1)
  .meta({ type: 'integer', multipleOf: undefined })
  .default(50)
  .transform((limit) => Math.min(limit, 100));

export const Thing = z
  .object({ id: z.string(), name: z.string(), note: z.string().nullable() })
  .meta({ id: 'Thing', description: 'A thing.' });

const counted = z.object({
  serverId: z.string(),
  name: z
    .string()
    .min(2)
    .refine(() => ++ran.input > 0),
});
const checked = Thing.refine(() => ++ran.output > 0);

const things = t.router({
  // Registered before `/api/things/mine`, which must win all the same.
  get: signedIn
    .meta(
      rest('GET', '/api/things/{thingID}', {
        tag: 'servers',
        summary: 'Get a thing',
        errors: ['SERVER_NOT_FOUND'],
      }),
    )
    .input(z.object({ thingId: z.string() }))
    .output(z.object({ thingId: z.string() }))
    .query(({ input }) => {
      if (input.thingId === 'missing') throw new AppError('SERVER_NOT_FOUND');
      return input;
    }),
  mine: signedIn
    .meta(rest('GET', '/api/things/mine', { tag: 'servers', summary: 'Get your thing' }))
    .output(z.object({ mine: z.literal(true) }))
    .query(() => ({ mine: true as const })),
  create: signedIn
    .meta(
      rest('POST', '/api/servers/{serverID}/things', {
        tag: 'servers',
        summary: 'Create a thing',
        status: 201,
        errors: ['SERVER_NOT_FOUND', 'CHANNEL_NAME_TAKEN'],
      }),
    )
    .input(counted)
    .output(checked)
    .mutation(({ input, ctx }) => {
      if (input.name === 'taken') throw new AppError('CHANNEL_NAME_TAKEN');
      ctx.request.replyHeaders.set('Idempotent-Replayed', 'true');
      return { id: input.serverId, name: input.name, note: ctx.request.idempotencyKey };
    }),
  update: signedIn
    .meta(rest('PATCH', '/api/things/{thingID}', { tag: 'servers', summary: 'Change a thing' }))
    .input(
      z.object({
        thingId: z.string(),
        size: z.number().optional(),
        nested: z.object({ flag: z.boolean() }).optional(),
        extra: z.record(z.string(), z.string()).optional(),
      }),
    )
    .output(z.object({ thingId: z.string(), size: z.number().optional(), extra: z.unknown() }))
    .mutation(({ input }) => ({ ...input, extra: input.extra })),
  remove: signedIn
    .meta(rest('DELETE', '/api/things/{thingID}', { tag: 'servers', summary: 'Remove a thing' }))
    .input(z.object({ thingId: z.string(), force: z.boolean().default(false) }))
    .output(z.object({ thingId: z.string(), force: z.boolean() }))
    .mutation(({ input }) => input),
  list: open
    .meta(rest('GET', '/api/things', { tag: 'servers', summary: 'List things', signedIn: false }))
    .input(
      z.object({
        limit: Limit,
        before: z.string().min(1).optional().meta({ description: 'Return things before this one.' }),
        ratio: z.number().optional(),
        archived: z.boolean().optional(),
        tags: z.array(z.string()).default([]),
        sizes: z.array(z.number().int()).optional(),
        level: z.enum(['all', 'nothing']).optional(),
      }),
    )
    .output(z.record(z.string(), z.unknown()))
    .query(({ input }) => input),
  react: signedIn
    .meta(
      rest('PUT', '/api/things/{thingID}/reactions/{emoji}', {
        tag: 'messages',
        summary: 'React to a thing',
      }),
    )
    .input(z.object({ thingId: z.string(), emoji: z.string() }))
    .output(z.object({ thingId: z.string(), emoji: z.string() }))
    .mutation(({ input }) => input),
});

const auth = t.router({
  login: open
    .meta(
      rest('POST', '/api/auth/login', {
        tag: 'auth',
        summary: 'Sign in',
        signedIn: false,
        errors: ['WRONG_CREDENTIALS', 'BUSY'],
      }),
    )
    .input(z.object({ username: z.string(), password: z.string() }))
    .output(z.object({ token: z.string() }))
    .mutation(({ input }) => {
      if (input.password === 'busy') throw new AppError('BUSY');
      if (input.password !== 'right') throw new AppError('WRONG_CREDENTIALS');
      return { token: 'plv_good' };
    }),
  logout: signedIn
    .meta(rest('POST', '/api/auth/logout', { tag: 'auth', summary: 'Sign out' }))
    .output(z.object({ ok: z.literal(true) }))
    .mutation(() => ({ ok: true as const })),
  optional: signedIn
    .meta(rest('POST', '/api/auth/optional', { tag: 'auth', summary: 'Take an optional input' }))
    .input(z.object({ reason: z.string() }).optional())
    .output(z.object({ reason: z.string().nullable() }))
    .mutation(({ input }) => ({ reason: input?.reason ?? null })),
  nothing: open
    .meta(rest('GET', '/api/auth/nothing', { tag: 'auth', summary: 'Answer nothing', signedIn: false }))
    .input(z.void())
    .output(z.null())
    .query(() => null),
});

const faults = t.router({
  thrown: open
    .meta(rest('GET', '/api/faults/thrown', { tag: 'auth', summary: 'Throw', signedIn: false }))
    .output(z.null())
    .query(() => {
      throw new Error('select * from secrets where path = /srv/palaver');
    }),
  output: open
    .meta(
      rest('GET', '/api/faults/output', { tag: 'auth', summary: 'Answer the wrong thing', signedIn: false }),
    )
    .output(z.object({ id: z.string() }))
    // Wrong on purpose; the types would refuse it.
    .query(() => ({ id: 5 }) as never),
});

const users = t.router({
  setAvatar: signedIn
    .meta(
      rest('POST', '/api/users/me/avatar', {
        tag: 'users',
        summary: 'Set your avatar',
        errors: ['FILE_TOO_LARGE'],
      }),
    )
    .input(octetInputParser)
    .output(z.object({ bytes: z.number() }))
    .mutation(async ({ input }) => {
      let bytes = 0;
      for await (const chunk of input) bytes += chunk.length;
      return { bytes };
    }),
});

/** A router made with the same parts as the application's, with one procedure for each rule of the APIs. */
export const sampleRouter = t.router({ things, auth, faults, users });
