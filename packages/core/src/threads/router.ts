import { z } from 'zod';
import { rest } from '../procedures/rest.js';
import { personProcedure, router } from '../procedures/trpc.js';
import { DONE, Done } from '../protocol/records/done.js';
import { FollowedThread, ThreadUnread } from '../protocol/records/thread.js';
import { followThread, markThreadRead, unfollowThread } from './actions.js';
import { listServerThreads, listThreads } from './reads.js';
import { ListServerThreadsInput, ListThreadsInput, MarkThreadReadInput, ThreadInput } from './schemas.js';

const FOLLOW = '/api/messages/{messageID}/follow';
const NEWEST_FIRST =
  'The thread with the newest reply comes first. The cursor is the `threadId` of the last one.';

export const threadsRouter = router({
  follow: personProcedure
    .meta(
      rest('PUT', FOLLOW, {
        tag: 'notifications',
        summary: 'Follow a thread',
        description:
          'Its replies count from its end on. Replying, beginning a thread and being mentioned follow by themselves.',
        errors: ['PEOPLE_ONLY', 'MESSAGE_NOT_FOUND', 'TOO_MANY_FOLLOWED_THREADS'],
      }),
    )
    .input(ThreadInput)
    .output(ThreadUnread)
    .mutation(({ ctx, input }) => followThread(ctx, input.messageId)),

  unfollow: personProcedure
    .meta(
      rest('DELETE', FOLLOW, {
        tag: 'notifications',
        summary: 'Stop following a thread',
        description: 'Replies of others do not bring it back. A reply of your own and a mention of you do.',
        errors: ['PEOPLE_ONLY', 'MESSAGE_NOT_FOUND'],
      }),
    )
    .input(ThreadInput)
    .output(Done)
    .mutation(async ({ ctx, input }) => {
      await unfollowThread(ctx, input.messageId);
      return DONE;
    }),

  markRead: personProcedure
    .meta(
      rest('PUT', '/api/messages/{threadID}/thread/read', {
        tag: 'notifications',
        summary: 'Say how far you have read a thread that you follow',
        description: 'As for a channel: the position moves forward, and with "unread" it is set back.',
        errors: ['PEOPLE_ONLY', 'MESSAGE_NOT_FOUND', 'NOT_A_THREAD_FOLLOWER'],
      }),
    )
    .input(MarkThreadReadInput)
    .output(ThreadUnread)
    .mutation(({ ctx, input }) => markThreadRead(ctx, input)),

  getForServer: personProcedure
    .meta(
      rest('GET', '/api/servers/{serverID}/threads', {
        tag: 'notifications',
        summary: 'List the threads of a server that you follow',
        description: NEWEST_FIRST,
        errors: ['PEOPLE_ONLY', 'SERVER_NOT_FOUND'],
      }),
    )
    .input(ListServerThreadsInput)
    .output(z.array(FollowedThread))
    .query(({ ctx, input }) => listServerThreads(ctx, input)),

  list: personProcedure
    .meta(
      rest('GET', '/api/threads', {
        tag: 'notifications',
        summary: 'List all threads that you follow',
        description: NEWEST_FIRST,
        errors: ['PEOPLE_ONLY'],
      }),
    )
    .input(ListThreadsInput)
    .output(z.array(FollowedThread))
    .query(({ ctx, input }) => listThreads(ctx, input)),
});
