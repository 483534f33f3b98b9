import type { Queryable, Transaction } from '@palaver/db';
import type { Actor } from '../kernel/services/actor.js';
import type { Clock } from '../kernel/services/clock.js';
import type { PasswordHasher } from '../kernel/services/passwords.js';
import type { Settings } from '../kernel/services/settings.js';
import type { PlacedEvent } from '../log/append-events.js';
import type { Bus } from '../log/bus.js';
import type { Stream } from '../log/streams.js';
import type { Emit } from '../log/transact.js';
import type { SecurityKind } from '../protocol/records/security-event.js';
import type { OtherAccess } from '../protocol/records/session.js';

/** The first channel of a new server. */
export interface FirstChannel {
  readonly serverId: string;
  readonly creatorId: string;
  readonly createdAt: Date;
}

/** An invite, and who comes by it. */
export interface UsedInvite {
  readonly code: string;
  readonly userId: string;
}

/** The context of a write for which a session alone is not enough. */
export interface StepUpContext {
  readonly services: {
    readonly db: Queryable;
    readonly bus: Bus;
    readonly clock: Clock;
    readonly passwords: PasswordHasher;
  };
  readonly actor: Actor;
}

/** How its caller shows that they are there. */
export interface StepUp {
  /** Without one, a proof in this session within the last ten minutes counts. */
  readonly password?: string | undefined;
  /** The transaction of the write, where it has begun. */
  readonly tx?: Transaction;
}

/** The context of a write that stops webhooks. */
export interface SecretsContext {
  readonly services: { readonly clock: Clock; readonly settings: Settings };
  readonly actor: Actor;
}

/** The client that did something; null where no request did. */
export type Client = { readonly userAgent: string | null; readonly network: string | null } | null;

/** What has happened to a way into an account. */
export interface SecurityNotice {
  readonly userId: string;
  readonly kind: SecurityKind;
  readonly client: Client;
  /** The name of the provider, passkey, bot or key; the address that counts now. */
  readonly about?: string | null;
  /** Where it is mailed, where that is not the address of now. */
  readonly address?: string | null;
}

/** The address that a person gives for their account. */
export interface AddressChange {
  readonly userId: string;
  readonly client: Client;
  /** The address that has counted; null without one. */
  readonly before: string | null;
  readonly email?: string | null;
  readonly pendingEmail?: string | null;
}

/** An address that is proven from outside of an account. */
export interface ProvenAddress {
  readonly userId: string;
  readonly address: string;
  readonly client: NonNullable<Client> & { readonly requestId: string };
}

/** Up to where somebody has read a channel, or a thread of it. */
export interface ReadPosition {
  readonly userId: string;
  readonly channelId: string;
  readonly threadId: string | null;
  readonly seq: number;
}

/** Who may not read a channel, or the channels of a server, any more. */
export interface AccessEnds {
  readonly leftIds: readonly string[];
  /** Whether it was deleted or became private: everybody else has to be looked at. */
  readonly isClosed: boolean;
}

/** What people keep for themselves in channels that they may not read any more. */
export interface LostInChannels {
  /** Whose, once for each thing. */
  readonly userIds: readonly string[];
  /** Removes all of it, and returns the events to emit. Call it under the locks of the streams of these people. */
  readonly remove: () => Promise<PlacedEvent[]>;
}

/** Finds what is lost by events of a stream, as far as one transaction removes it. */
export type FindLost = (
  tx: Transaction,
  stream: Stream,
  ends: AccessEnds,
  limit: number,
) => Promise<LostInChannels>;

/**
 * What a slice needs of a slice above it, inside its own transaction. Imports between slices point one way, so these
 * functions are handed in where the services are built (`services.ts`).
 */
export interface UpwardCalls {
  /**
   * Requires that the person is there: the password that is given, or a proof in this session within the last ten minutes.
   * With a password, call it outside of the transaction; without one, in it, under the locks, after all other refusals.
   * Throws `STEP_UP_REQUIRED` or `WRONG_PASSWORD`.
   */
  requireStepUp(ctx: StepUpContext, stepUp?: StepUp): Promise<void>;
  /** Holds the caller's session until the transaction ends. Throws `UNAUTHENTICATED` when it has ended. */
  holdSession(ctx: Pick<StepUpContext, 'actor'>, tx: Transaction): Promise<void>;
  /** The username of an active admin of this instance; null for everybody else. */
  instanceAdminName(q: Queryable, userId: string): Promise<string | null>;
  /** Whether this instance has an active admin. */
  hasAdmin(q: Queryable): Promise<boolean>;
  /**
   * Makes a new account the first admin of this instance, with a line in the audit log. Throws `WRONG_SETUP_CODE` when there
   * is one meanwhile.
   */
  makeFirstAdmin(
    ctx: { readonly services: { readonly clock: Clock }; readonly request: { readonly requestId: string } },
    tx: Transaction,
    user: { readonly id: string; readonly username: string },
  ): Promise<void>;
  /** Requires that an invite can be used now. Throws `INVITE_NOT_FOUND`. */
  requireInvite(services: { readonly clock: Clock }, q: Queryable, code: string): Promise<void>;
  /** Makes a user a member of the server of an invite. Throws `INVITE_NOT_FOUND`. */
  joinByInvite(
    services: { readonly clock: Clock; readonly settings: Settings; readonly upward: UpwardCalls },
    tx: Transaction,
    emit: Emit,
    invite: UsedInvite,
  ): Promise<void>;
  /**
   * Marks the items of somebody's inbox as read that are about what they have read. Call it in the transaction of the
   * position, after an event is emitted to their stream.
   */
  readNotifications(
    services: { readonly clock: Clock },
    tx: Transaction,
    emit: Emit,
    positions: readonly ReadPosition[],
  ): Promise<void>;
  /** Writes into an account's history what has happened to a way into it, and mails it, where mail is on. */
  tellOfSecurity(
    services: { readonly settings: Settings; readonly clock: Clock },
    tx: Transaction,
    notice: SecurityNotice,
  ): Promise<void>;
  /** Tells of another address, and asks by mail for its confirmation where it needs one. Throws `TOO_MANY_ADDRESSES`. */
  addressChanges(
    services: { readonly settings: Settings; readonly clock: Clock },
    tx: Transaction,
    change: AddressChange,
  ): Promise<void>;
  /**
   * Gives a locked account to who has proven its address from outside: whatever led into it ends, and the address is theirs.
   * Returns the sessions that have ended; null, and nothing is done, where another account has proven the address.
   */
  takeOver(
    services: { readonly settings: Settings; readonly clock: Clock; readonly upward: UpwardCalls },
    tx: Transaction,
    emit: Emit,
    proven: ProvenAddress,
  ): Promise<readonly string[] | null>;
  /** What leads into an account beside its password. */
  otherAccess(q: Queryable, userId: string): Promise<OtherAccess>;
  /** Makes a new account a member of servers, in the transaction that makes it. */
  joinServers(
    services: { readonly upward: UpwardCalls },
    tx: Transaction,
    emit: Emit,
    join: { readonly userId: string; readonly serverIds: readonly string[] },
  ): Promise<void>;
  /** The servers that a user is in. */
  serversOf(q: Queryable, userId: string): Promise<readonly string[]>;
  /** The servers that two users are in together, the oldest first, as many as are asked for. */
  commonServersOf(q: Queryable, userId: string, otherId: string, limit: number): Promise<readonly string[]>;
  isServerMember(q: Queryable, serverId: string, userId: string): Promise<boolean>;
  /** The users with whom a user shares a direct message. */
  dmPartnersOf(q: Queryable, userId: string): Promise<readonly string[]>;
  /** Call it under the lock of the new server. */
  createFirstChannel(tx: Transaction, emit: Emit, channel: FirstChannel): Promise<void>;
  /**
   * Makes a user who joins a server a member of the channels that are joined by default. Call it under the server's
   * lock.
   */
  joinDefaultChannels(tx: Transaction, emit: Emit, serverId: string, userId: string): Promise<void>;
  /**
   * Removes users from some channels of a server, as many as one transaction may lock. Returns whether channels may be
   * left over. Call it under the server's lock.
   */
  leaveSomeChannels(
    tx: Transaction,
    emit: Emit,
    serverId: string,
    userIds: readonly string[],
  ): Promise<boolean>;
  /** Removes users who leave a server from its user groups. Call it under the server's lock. */
  leaveUserGroups(tx: Transaction, emit: Emit, serverId: string, userIds: readonly string[]): Promise<void>;
  /**
   * Keeps what messages of a channel have read for their authors. Call it before they are deleted, under the lock of the channel's
   * stream.
   */
  keepPositions(
    tx: Transaction,
    messages: ReadonlyArray<{ readonly id: string; readonly threadId: string | null }>,
  ): Promise<void>;
  /** Whether a group has more channels than one transaction takes out of it. */
  isLargeGroup(q: Queryable, groupId: string): Promise<boolean>;
  /** Takes channels out of a group: as many as one transaction may lock, or all. Call it under the server's lock. */
  releaseChannels(tx: Transaction, emit: Emit, groupId: string, how: 'some' | 'all'): Promise<void>;
  /** Stops all webhooks of a server whose secret a banned user was shown. Call it under the server's lock, after they have left. */
  stopSecretsOf(
    ctx: SecretsContext,
    tx: Transaction,
    emit: Emit,
    shown: { readonly serverId: string; readonly userId: string },
  ): Promise<void>;
  /** Mails the admins of a server where a user who has lost a right there was shown secrets of its webhooks. */
  tellOfSecrets(
    services: { readonly clock: Clock; readonly settings: Settings },
    tx: Transaction,
    lost: { readonly serverId: string; readonly userId: string },
  ): Promise<void>;
  /** Removes the commands of a bot that is being deleted, and ends what it has been asked. */
  forgetBot(tx: Transaction, botId: string): Promise<void>;
}
