import { z } from 'zod';
import { Page } from '../kernel/schema/pagination.js';
import { iso } from '../kernel/sql/instant.js';
import { rest } from '../procedures/rest.js';
import { personProcedure } from '../procedures/trpc.js';
import { SecurityEvent } from '../protocol/records/security-event.js';
import { listSecurityEvents } from './history.js';

const ListSecurityEventsInput = Page.omit({ after: true }).prefault({});

/** A part of the router `users`. */
export const securityHistoryProcedures = {
  securityEvents: personProcedure
    .meta(
      rest('GET', '/api/users/me/security-events', {
        tag: 'auth',
        summary: 'See what has happened to the ways into your account, the last first',
        description:
          'Of the last 365 days. Each of them is also mailed to you, where the service sends mail.',
        errors: ['PEOPLE_ONLY'],
      }),
    )
    .input(ListSecurityEventsInput)
    .output(z.array(SecurityEvent))
    .query(async ({ ctx, input: { before, limit } }): Promise<SecurityEvent[]> => {
      const rows = await listSecurityEvents(ctx.services.db, ctx.actor.userId, { before, limit });
      return rows.map(({ id, kind, createdAt, details }) => ({
        id,
        kind,
        createdAt: iso(createdAt),
        ...details,
      }));
    }),
};
