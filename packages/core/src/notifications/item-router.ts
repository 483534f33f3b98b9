import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { actorProcedure, router } from '../procedures/trpc.js';
import { DONE, Done } from '../protocol/records/done.js';
import { Notification, UnreadNotifications } from '../protocol/records/notification.js';
import { listNotifications, readAllNotifications, readNotification } from './item-actions.js';
import { countUnread } from './item-queries.js';
import { ListNotificationsInput, NotificationInput } from './item-schemas.js';

export const notificationsRouter = router({
  list: actorProcedure
    .meta(
      rest('GET', '/api/notifications', {
        tag: 'notifications',
        summary: 'List the items of your inbox, newest first',
        description: 'Items of what you may not read any more are left out.',
        snapshot: true,
      }),
    )
    .input(ListNotificationsInput)
    .output(z.array(Notification))
    .query(({ ctx, input }) => listNotifications(ctx, input)),

  unread: actorProcedure
    .meta(
      rest('GET', '/api/notifications/unread', {
        tag: 'notifications',
        summary: 'Count the unread items of your inbox',
      }),
    )
    .output(UnreadNotifications)
    .query(async ({ ctx }) => ({ count: await countUnread(ctx.services.db, ctx.actor.userId) })),

  readAll: actorProcedure
    .meta(
      rest('PUT', '/api/notifications/read', {
        tag: 'notifications',
        summary: 'Mark all items of your inbox as read',
      }),
    )
    .output(Done)
    .mutation(async ({ ctx }) => {
      await readAllNotifications(ctx);
      return DONE;
    }),

  read: actorProcedure
    .meta(
      rest('PUT', '/api/notifications/{notificationID}/read', {
        tag: 'notifications',
        summary: 'Mark an item of your inbox as read',
        errors: ['NOTIFICATION_NOT_FOUND'],
      }),
    )
    .input(NotificationInput)
    .output(Notification)
    .mutation(({ ctx, input }) => readNotification(ctx, input.notificationId)),
});
