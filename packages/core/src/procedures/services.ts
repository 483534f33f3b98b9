import type { Database } from '@palaver/db';
import type { Actor } from '../kernel/services/actor.js';
import type { BeforeSend } from '../kernel/services/before-send.js';
import type { Clock } from '../kernel/services/clock.js';
import type { FileStore } from '../kernel/services/file-store.js';
import type { Log } from '../kernel/services/logger.js';
import type { Mailer } from '../kernel/services/mailer.js';
import type { Nodes } from '../kernel/services/nodes.js';
import type { Operation } from '../kernel/services/operation.js';
import type { PasswordHasher } from '../kernel/services/passwords.js';
import type { Secrets } from '../kernel/services/secrets.js';
import type { Settings } from '../kernel/services/settings.js';
import type { SetupCode } from '../kernel/services/setup-code.js';
import type { SignInLimits } from '../kernel/services/sign-in-limits.js';
import type { SignInProviders } from '../kernel/services/sign-in-providers.js';
import type { IssuedTokenVerifier } from '../kernel/services/token-issuer.js';
import type { Uploads } from '../kernel/services/uploads.js';
import type { WebhookSender } from '../kernel/services/webhook-sender.js';
import type { Bus } from '../log/bus.js';
import type { Traces } from '../log/traces.js';
import type { ChannelTails } from './channel-tails.js';
import type { Feed, FeedOptions } from './feed.js';
import type { KeyCaller } from './key-scope.js';
import type { Marks } from './marks.js';
import type { PostQueue } from './post-queue.js';
import type { UpwardCalls } from './upward-calls.js';

/** What the process provides to `createServices`. */
export interface Resources {
  readonly db: Database;
  /** Connections for what decides which events may be handed out, so that it waits for no request. Absent: those of `db`. */
  readonly comparing?: Database | undefined;
  readonly bus: Bus;
  readonly nodes: Nodes;
  readonly clock: Clock;
  readonly files: FileStore;
  readonly log: Log;
  readonly passwords: PasswordHasher;
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly operation: Operation;
  /** Absent: nothing is traced. */
  readonly traces?: Traces | undefined;
  /** Absent: the operator has no hook, and messages are posted without a question. */
  readonly beforeSend?: BeforeSend | null | undefined;
  /** Absent: this node sends no mail; what is to be sent waits for one that does. */
  readonly mailer?: Mailer | undefined;
  /** Absent: this node sends nothing to webhooks; what is to be sent waits for one that does. */
  readonly webhookSender?: WebhookSender | undefined;
  /** Only while this instance has no admin. */
  readonly setupCode?: SetupCode | undefined;
}

/** What procedures use for as long as the process runs. `createServices` builds it. */
export interface Services extends Omit<Resources, 'nodes' | 'beforeSend' | 'webhookSender'> {
  readonly upward: UpwardCalls;
  /** Null, not absent, so that no context forgets it. */
  readonly beforeSend: BeforeSend | null;
  readonly signInLimits: SignInLimits;
  readonly signInProviders: SignInProviders;
  readonly posts: PostQueue;
  readonly marks: Marks;
  readonly uploads: Uploads;
  /** Wake it after the commit of what goes on in later transactions. */
  readonly background: { wake(): void };
  /** Tells the members of a channel how far others have read. */
  readonly receipts: { moved(channelId: string, userId: string): void };
  readonly channelTails: ChannelTails;
  /** What a search waits for is taken into the index without a pause. */
  readonly searchIndex: { hurry(streamIds: readonly string[]): void };
  readonly issuedTokens: IssuedTokenVerifier;
  /** Sends the deliveries of outgoing webhooks, and calls the endpoints of bots. Wake it after the commit of what is to be sent. */
  readonly webhooks: { wake(): void };
  /** Works on imports of archives. Wake it after the commit of one that has begun. */
  readonly imports: { wake(): void };
  /** Sends mails. Wake it after the commit of one that is to be sent. */
  readonly outbox: { wake(): void };
  /** The actor of a token, used from a network; null for a token without a live session. Renews the session. */
  findActor(token: string, network?: string | null): Promise<Actor | null>;
  /** The actor of a live session; null without one. */
  findActorOfSession(sessionId: string): Promise<Actor | null>;
  /**
   * The API key of a token, with the person whom the header `Palaver-User` names; null for one that is not valid. Throws
   * `ACTING_USER_NOT_FOUND`.
   */
  findKeyCaller(token: string, actingFor: string | null): Promise<KeyCaller | null>;
  /** Opens the feed of one native subscription. It ends with its actor's session. */
  connectFeed(actor: Actor, options: FeedOptions): Feed;
}
