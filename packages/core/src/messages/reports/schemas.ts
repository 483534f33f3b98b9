import { z } from 'zod';
import { idInput } from '../../kernel/schema/ids.js';
import { optionalOr } from '../../kernel/schema/optional.js';
import { Page } from '../../kernel/schema/pagination.js';
import { readableText } from '../../kernel/schema/text.js';
import { writing } from '../../kernel/schema/writing.js';
import { Report, ReportState } from '../../protocol/records/report.js';

const inServer = { serverId: idInput('the server') };

export const ReportMessageInput = writing(Report, {
  messageId: idInput('the message'),
  reason: readableText(1, 512).meta({ description: 'What is wrong with it, for the moderators.' }),
});
export type ReportMessageInput = z.output<typeof ReportMessageInput>;

export const ListReportsInput = Page.extend({
  ...inServer,
  state: optionalOr(ReportState, 'open').meta({ description: 'Return only reports in this state.' }),
});
export type ListReportsInput = z.output<typeof ListReportsInput>;

export const CloseReportInput = writing(Report, {
  ...inServer,
  reportId: idInput('the report'),
  state: z
    .enum(['settled', 'dismissed'])
    .meta({ description: '"settled" where something was done, "dismissed" where nothing is to be done.' }),
});
export type CloseReportInput = z.output<typeof CloseReportInput>;
