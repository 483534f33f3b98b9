import { Done, HeldMessage, Hold } from '@palaver/core/protocol';
import { z } from 'zod';
import type { AdminApi } from './admin-api.js';
import { queryOf } from './paging.js';
import { table } from './table.js';
import { type Answer, CommandError } from './terminal.js';

interface PageOptions {
  readonly limit?: string | undefined;
  readonly before?: string | undefined;
}

export async function listHolds(api: AdminApi, { limit, before }: PageOptions): Promise<Answer> {
  const data = await api(z.array(Hold), 'GET', `holds${queryOf({ limit, before })}`);
  const rows = data.map((hold) => [
    hold.id,
    hold.serverId === null ? 'channel' : 'server',
    hold.serverId ?? hold.channelId,
    hold.createdAt,
    hold.reason,
  ]);
  return { data, text: table([['id', 'of', 'its id', 'since', 'reason'], ...rows]) };
}

export async function putHold(
  api: AdminApi,
  given: {
    readonly server?: string | undefined;
    readonly channel?: string | undefined;
    readonly reason: string;
  },
): Promise<Answer> {
  const { server: serverId, channel: channelId, reason } = given;
  if ((serverId === undefined) === (channelId === undefined)) {
    throw new CommandError('WHAT_TO_HOLD', 'Give either --server or --channel.');
  }
  const data = await api(Hold, 'POST', 'holds', { serverId, channelId, reason });
  const held = data.serverId === null ? `the channel ${data.channelId}` : `the server ${data.serverId}`;
  return { data, text: `Put ${held} on hold (${data.id}).` };
}

export async function readHold(api: AdminApi, id: string, { limit, before }: PageOptions): Promise<Answer> {
  const path = `holds/${encodeURIComponent(id)}/messages${queryOf({ limit, before })}`;
  const data = await api(z.array(HeldMessage), 'GET', path);
  const rows = data.map((held) => [
    held.id,
    held.takenAt,
    held.isDeleted ? 'deleted' : 'edited',
    held.channelId,
    held.userId,
    // A text of several lines would break the table.
    JSON.stringify(held.content),
    held.files.map((file) => `${file.id} ${file.filename}`).join(', '),
  ]);
  return { data, text: table([['id', 'when', 'what', 'channel', 'author', 'text', 'files'], ...rows]) };
}

export async function endHold(api: AdminApi, id: string, isConfirmed: boolean): Promise<Answer> {
  if (!isConfirmed) {
    throw new CommandError(
      'NOT_CONFIRMED',
      'What this hold alone has kept is then removed for good. Repeat it with --yes.',
    );
  }
  const data = await api(Done, 'DELETE', `holds/${encodeURIComponent(id)}`);
  return { data, text: `Ended the hold ${id}.` };
}
