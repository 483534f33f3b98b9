import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { adminProcedure } from '../procedures/trpc.js';
import { DONE, Done } from '../protocol/records/done.js';
import { HeldMessage, Hold } from '../protocol/records/hold.js';
import { createHold, endHold, listHeldMessages, listHolds } from './actions.js';
import { CreateHoldInput, HoldInput, ListHeldInput, ListHoldsInput } from './schemas.js';

const ADMIN = ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED'] as const;

/** For the admin router to spread in. No API key reads what people have taken away. */
export const holdProcedures = {
  createHold: adminProcedure
    .meta(
      rest('POST', '/api/admin/holds', {
        tag: 'admin',
        summary: 'Keep a server or a channel from being lost',
        description:
          'Nothing is deleted by age there, and what people edit or delete is gone for everybody, but kept for admins. Its ' +
          'owner and its members are not told.',
        status: 201,
        keys: false,
        errors: [...ADMIN, 'SERVER_NOT_FOUND', 'CHANNEL_NOT_FOUND', 'STEP_UP_REQUIRED'],
      }),
    )
    .input(CreateHoldInput)
    .output(Hold)
    .mutation(({ ctx, input }) => createHold(ctx, input)),

  holds: adminProcedure
    .meta(
      rest('GET', '/api/admin/holds', {
        tag: 'admin',
        summary: 'List the legal holds, newest first',
        keys: false,
        errors: [...ADMIN],
      }),
    )
    .input(ListHoldsInput)
    .output(z.array(Hold))
    .query(({ ctx, input }) => listHolds(ctx, input)),

  endHold: adminProcedure
    .meta(
      rest('DELETE', '/api/admin/holds/{holdID}', {
        tag: 'admin',
        summary: 'End a legal hold',
        description: 'What it alone has kept is removed for good by the next clean-up.',
        keys: false,
        errors: [...ADMIN, 'HOLD_NOT_FOUND', 'STEP_UP_REQUIRED'],
      }),
    )
    .input(HoldInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await endHold(ctx, input.holdId);
      return DONE;
    }),

  heldMessages: adminProcedure
    .meta(
      rest('GET', '/api/admin/holds/{holdID}/messages', {
        tag: 'admin',
        summary: 'List the texts that were edited or deleted under a legal hold, the latest first',
        description: 'Each read is a line of the audit log.',
        keys: false,
        errors: [...ADMIN, 'HOLD_NOT_FOUND'],
      }),
    )
    .input(ListHeldInput)
    .output(z.array(HeldMessage))
    .query(({ ctx, input }) => listHeldMessages(ctx, input)),
};
