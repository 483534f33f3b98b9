import { z } from 'zod';
import { Id, Instant } from '../primitives.js';

export const SERVER_ACTS = [
  'server.updated',
  'server.handedOver',
  'server.exported',
  'member.roleChanged',
  'member.removed',
  'user.banned',
  'user.unbanned',
  'user.timedOut',
  'user.timeoutEnded',
  'invite.deleted',
  'channel.updated',
  'channel.deleted',
  'channel.memberRemoved',
  'group.created',
  'group.updated',
  'group.deleted',
  'emoji.created',
  'emoji.renamed',
  'emoji.deleted',
  'userGroup.created',
  'userGroup.updated',
  'userGroup.deleted',
  'userGroup.memberAdded',
  'userGroup.memberRemoved',
  'incomingWebhook.created',
  'incomingWebhook.updated',
  'incomingWebhook.rotated',
  'incomingWebhook.deleted',
  'outgoingWebhook.created',
  'outgoingWebhook.updated',
  'outgoingWebhook.deleted',
  'outgoingWebhook.secretRotated',
  'outgoingWebhook.disabled',
  'message.deleted',
  'user.messagesDeleted',
  'channel.messagesExpired',
  'erasure.begun',
  'erasure.ended',
  'report.settled',
  'report.dismissed',
] as const;
export type ServerActName = (typeof SERVER_ACTS)[number];

/** docs/reference.md, The audit log of a server. */
export const ServerAct = z
  .object({
    id: Id,
    serverId: Id,
    createdAt: Instant,
    actorId: Id.nullable().meta({
      description: 'Who did it; null for an admin of the service, and for the service itself.',
    }),
    actorName: z.string().meta({ description: 'Their username then.' }),
    act: z.enum(SERVER_ACTS).meta({ description: 'What was done.' }),
    targetId: Id.meta({
      description: 'The user, server, channel, group, emoji, webhook or message that it was done to.',
    }),
    targetName: z.string().nullable().meta({
      description:
        'What it was called then; of a message, its author; of an outgoing webhook, its host. Null for a private channel and its webhooks.',
    }),
    details: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable())
      .meta({ description: 'Further facts; never a content.' }),
  })
  .meta({ id: 'ServerAct', description: 'A line of the audit log of a server.' });
export type ServerAct = z.output<typeof ServerAct>;
