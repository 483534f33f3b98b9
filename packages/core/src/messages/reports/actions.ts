import { newId } from '@palaver/db';
import { AppError } from '../../kernel/errors/app-error.js';
import { requireQuota } from '../../kernel/errors/require-quota.js';
import { requireUuid } from '../../kernel/errors/require-uuid.js';
import { iso } from '../../kernel/sql/instant.js';
import { transact } from '../../log/transact.js';
import { type ActorContext, within } from '../../procedures/context.js';
import type { Report } from '../../protocol/records/report.js';
import { accessServer, lockServer, requireAbove } from '../../servers/access.js';
import { recordAct } from '../../servers/audit-log.js';
import { accessMessage } from '../access.js';
import { findServerOf } from '../queries.js';
import * as queries from './queries.js';
import type { CloseReportInput, ListReportsInput, ReportMessageInput } from './schemas.js';

const DAY_MS = 24 * 3600 * 1000;

/**
 * Reports a message to the moderators of its server (docs/reference.md, Reports). Throws `MESSAGE_NOT_FOUND`,
 * `NOT_IN_A_DM`, `ALREADY_REPORTED` or `TOO_MANY_REPORTS`.
 */
export async function reportMessage(ctx: ActorContext, input: ReportMessageInput): Promise<Report> {
  const reporterId = ctx.actor.userId;
  return transact(ctx, async (tx) => {
    const { message } = await accessMessage(within(tx, ctx), input.messageId, 'report');
    const { id: messageId, channelId, userId: authorId } = message;
    const serverId = await findServerOf(tx, channelId);
    if (serverId === null) throw new AppError('NOT_IN_A_DM');
    await queries.lockReporter(tx, reporterId);
    const createdAt = ctx.services.clock.now();
    const yesterday = new Date(createdAt.getTime() - DAY_MS);
    const made = await queries.countReports(tx, reporterId, serverId, yesterday);
    requireQuota('reports', made, ctx.services.settings.quotas.reports);
    const row: queries.ReportRow = {
      id: newId(),
      serverId,
      channelId,
      messageId,
      authorId,
      reporterId,
      reason: input.reason,
      state: 'open',
      createdAt,
      closedBy: null,
      closedAt: null,
    };
    if (!(await queries.insertReport(tx, row))) throw new AppError('ALREADY_REPORTED');
    return toReport(row);
  });
}

/** The reports of a server in a state, newest first. Throws `SERVER_NOT_FOUND` or `MODERATOR_REQUIRED`. */
export async function listReports(ctx: ActorContext, input: ListReportsInput): Promise<Report[]> {
  const { id: serverId } = await accessServer(ctx, input.serverId, 'handleReports');
  return (await queries.listReports(ctx.services.db, { ...input, serverId })).map(toReport);
}

/**
 * Settles or dismisses a report; one that is closed already can be closed otherwise. Nobody closes a report about a
 * member of their own role or above, themselves included, but the owner. Throws `SERVER_NOT_FOUND`,
 * `MODERATOR_REQUIRED`, `REPORT_NOT_FOUND`, `ADMIN_REQUIRED` or `OWNER_REQUIRED`.
 */
export async function closeReport(ctx: ActorContext, input: CloseReportInput): Promise<Report> {
  const { state } = input;
  return transact(ctx, async (tx) => {
    const server = await lockServer(ctx, tx, input.serverId, 'handleReports');
    const report = await queries.lockReport(tx, server.id, requireUuid(input.reportId, 'REPORT_NOT_FOUND'));
    if (!report) throw new AppError('REPORT_NOT_FOUND');
    if (server.role !== 'owner') await requireAbove(tx, server, report.authorId);
    if (report.state === state) return toReport(report);
    const closed = { state, closedBy: ctx.actor.userId, closedAt: ctx.services.clock.now() };
    await queries.closeReport(tx, report.id, closed);
    const { id, messageId, authorId } = report;
    await recordAct(ctx, tx, {
      serverId: server.id,
      act: `report.${state}`,
      target: { id, name: null },
      details: { messageId, authorId },
    });
    return toReport({ ...report, ...closed });
  });
}

function toReport({ createdAt, closedAt, ...row }: queries.ReportRow): Report {
  return { ...row, createdAt: iso(createdAt), closedAt: closedAt && iso(closedAt) };
}
