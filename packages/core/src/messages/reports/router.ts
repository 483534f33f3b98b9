import { z } from 'zod';
import { rest } from '../../procedures/rest.js';
import { actorProcedure, personProcedure, router } from '../../procedures/trpc.js';
import { Report } from '../../protocol/records/report.js';
import { closeReport, listReports, reportMessage } from './actions.js';
import { CloseReportInput, ListReportsInput, ReportMessageInput } from './schemas.js';

const REPORTS = '/api/servers/{serverID}/reports';

export const reportsRouter = router({
  create: personProcedure
    .meta(
      rest('POST', '/api/messages/{messageID}/reports', {
        tag: 'messages',
        summary: 'Report a message to the moderators',
        description:
          'The moderators of the server see who has reported it, and not its content here. The author is not told.',
        status: 201,
        errors: ['PEOPLE_ONLY', 'MESSAGE_NOT_FOUND', 'NOT_IN_A_DM', 'ALREADY_REPORTED', 'TOO_MANY_REPORTS'],
      }),
    )
    .input(ReportMessageInput)
    .output(Report)
    .mutation(({ ctx, input }) => reportMessage(ctx, input)),

  list: actorProcedure
    .meta(
      rest('GET', REPORTS, {
        tag: 'messages',
        summary: 'List the reports of a server, newest first',
        description: 'The open ones, unless `state` says otherwise.',
        errors: ['SERVER_NOT_FOUND', 'MODERATOR_REQUIRED'],
      }),
    )
    .input(ListReportsInput)
    .output(z.array(Report))
    .query(({ ctx, input }) => listReports(ctx, input)),

  close: actorProcedure
    .meta(
      rest('PATCH', `${REPORTS}/{reportID}`, {
        tag: 'messages',
        summary: 'Settle or dismiss a report',
        description:
          'Nobody but the owner closes a report about a member whose role is as high as their own.',
        errors: [
          'SERVER_NOT_FOUND',
          'MODERATOR_REQUIRED',
          'REPORT_NOT_FOUND',
          'ADMIN_REQUIRED',
          'OWNER_REQUIRED',
        ],
      }),
    )
    .input(CloseReportInput)
    .output(Report)
    .mutation(({ ctx, input }) => closeReport(ctx, input)),
});
