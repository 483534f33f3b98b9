import { LoopLoad } from '../kernel/concurrency/loop-load.js';
import { namedOften, ParallelWork } from '../kernel/concurrency/parallel-work.js';
import type { WebhookAnswer, WebhookSender } from '../kernel/services/webhook-sender.js';
import { signingKeys } from '../kernel/webhooks/secret.js';
import { transact, type WriteContext } from '../log/transact.js';
import type { Using } from '../procedures/context.js';
import type { WebhookDisabledReason } from '../protocol/records/webhook-disabled-reason.js';
import { callOf, isAuthorized, judgeFailure, whyNot } from './attempt.js';
import {
  CALLS_MAX,
  CALLS_PER_HOST,
  CALLS_PER_SERVER,
  PART_OF_BUSY,
  pauseOf,
  READ_AHEAD_FIRST,
  READ_AHEAD_GROWTH,
  READ_AHEAD_MAX,
  READ_AHEAD_MS,
  retryDelay,
  TURN_MAX,
} from './bounds.js';
import { disableWebhook } from './disable.js';
import { type Due, type Ending, endDeliveries, nextDeliveries, noteFailure } from './due.js';
import {
  type Busy,
  giveBack,
  type Lanes,
  leaveLanes,
  lockLane,
  measureQueue,
  type QueueMeasures,
  takeLanes,
} from './lanes.js';
import { lockWebhookRow, updateWebhookRow } from './queries.js';

/** How late a retry may be because nobody looked, in milliseconds. */
const EVERY_MS = 1_000;
/** How old the numbers about the queue may be, in milliseconds. */
const MEASURED_EVERY_MS = 15_000;

/** What this node has done since it started, for the metrics. */
export interface WebhookMeasures {
  /** Attempts by what became of them; `given_up` and `dropped` are deliveries. */
  readonly outcomes: Readonly<Record<'delivered' | 'failed' | 'given_up' | 'dropped', number>>;
  /** Webhooks that the service has disabled. */
  readonly disabled: number;
  readonly underWay: number;
  /** Of all nodes, when this one looked last. */
  readonly queue: QueueMeasures;
}

/** The lane of the delivery is left where the attempt has not ended it. */
type Tried =
  | { readonly ending: Ending }
  | { readonly ending: null; readonly leave: (lanes: Lanes) => Promise<void> };

type DeliveryContext = WriteContext & Using<'settings' | 'log' | 'secrets'>;

/**
 * Sends what waits for webhooks. Any number of nodes may do it: a lane, the deliveries of one stream to one webhook, is
 * worked on by one of them at a time, in order, so that a failed delivery holds back those after it in its lane and no other. Several
 * lanes of a webhook are worked on together.
 */
export class WebhookDelivery {
  readonly #ctx: DeliveryContext;
  /** Null on a node that sends nothing: another one does. */
  readonly work: ParallelWork<Lanes> | null;
  readonly #load = new LoopLoad();
  readonly #outcomes = { delivered: 0, failed: 0, given_up: 0, dropped: 0 };
  #disabled = 0;
  #queue: QueueMeasures = { waiting: 0, lateSeconds: 0 };
  #measuredAt = Number.NEGATIVE_INFINITY;

  constructor(ctx: DeliveryContext, sender: WebhookSender | undefined) {
    this.#ctx = ctx;
    this.work = sender
      ? new ParallelWork<Lanes>(
          {
            take: (underWay) =>
              takeLanes(ctx.services.db, ctx.services.clock.now(), busyWith(underWay, this.#load.isBusy)),
            work: (lanes) => this.#workOn(lanes, sender),
            max: CALLS_MAX,
            everyMs: EVERY_MS,
            also: [() => this.#measureQueue()],
            failed: 'Deliveries of a webhook failed and will be tried again',
          },
          ctx.services.log,
        )
      : null;
  }

  measure(): WebhookMeasures | null {
    if (!this.work) return null;
    const { underWay } = this.work;
    return { outcomes: { ...this.#outcomes }, disabled: this.#disabled, underWay, queue: this.#queue };
  }

  async #measureQueue(): Promise<boolean> {
    const now = performance.now();
    if (now - this.#measuredAt < MEASURED_EVERY_MS) return false;
    this.#measuredAt = now;
    this.#queue = await measureQueue(this.#ctx.services.db, this.#ctx.services.clock.now());
    return false;
  }

  async #workOn(lanes: Lanes, sender: WebhookSender): Promise<void> {
    let limit = lanes.isFailing ? 1 : READ_AHEAD_FIRST;
    let after: string | undefined;
    for (let done = 0; done < TURN_MAX && !this.work?.isStopped; ) {
      const due = await nextDeliveries(this.#ctx.services.db, lanes, {
        limit: Math.min(limit, TURN_MAX - done),
        after,
      });
      if (due.length === 0) break;
      const ended = await this.#deliverAll(lanes, due, sender);
      if (ended === null) break;
      done += ended;
      after = due[ended - 1]?.delivery.streamId;
      // A slow receiver takes few of what is read within the time that it may be old.
      limit = ended < due.length ? ended : Math.min(limit * READ_AHEAD_GROWTH, READ_AHEAD_MAX);
    }
    await this.#ctx.services.db.transaction((tx) => leaveLanes(tx, lanes, this.#ctx.services.clock.now()));
  }

  /**
   * Delivers in order what was read, as long as it is fresh, and writes what became of it together. Returns how many are
   * ended, at least one; null where a call has failed, or another node has the lanes.
   */
  async #deliverAll(lanes: Lanes, due: readonly Due[], sender: WebhookSender): Promise<number | null> {
    const { clock } = this.#ctx.services;
    const readAt = clock.now().getTime();
    const endings: Ending[] = [];
    // Opened once for all: it costs as much as the call.
    let keys: readonly Buffer[] | null = null;
    const keysOf = ({ webhook }: Due) => {
      keys ??= signingKeys(this.#ctx.services.secrets, webhook, clock.now());
      return keys;
    };
    for (const one of due) {
      const isStale = clock.now().getTime() - readAt > READ_AHEAD_MS;
      // What a failure means depends on whether the webhook has failed before: a success is written first.
      const isFailing = one.webhook.failingSince !== null;
      if (endings.length > 0 && (isStale || isFailing || this.work?.isStopped)) break;
      const tried = await this.#deliver(one, sender, keysOf);
      if (tried.ending) {
        endings.push(tried.ending);
        continue;
      }
      if (endings.length === 0 || (await this.#end(lanes, one, endings))) await tried.leave(lanes);
      return null;
    }
    const [first] = due;
    return first && (await this.#end(lanes, first, endings)) ? endings.length : null;
  }

  /** What became of an attempt: its end, or how the lane is left. */
  async #deliver(due: Due, sender: WebhookSender, keysOf: (due: Due) => readonly Buffer[]): Promise<Tried> {
    if (!isAuthorized(due)) return { ending: null, leave: () => this.#disable(due, 'unauthorized') };
    const { id: deliveryId } = due.delivery;
    const error = whyNot(due);
    if (error !== null) {
      this.#outcomes.dropped++;
      return {
        ending: { deliveryId, state: 'dropped', status: null, error, durationMs: null, triedAt: null },
      };
    }
    const call = callOf(this.#ctx.services.clock, due, keysOf(due));
    const answer = await sender.send(call);
    if (answer.failure !== null) return { ending: null, leave: (lanes) => this.#fail(lanes, due, answer) };
    this.#outcomes.delivered++;
    const { status, durationMs } = answer;
    return { ending: { deliveryId, state: 'delivered', status, error: null, durationMs, triedAt: call.at } };
  }

  /** Returns false where another node has the lanes. */
  #end(lanes: Lanes, { webhook }: Due, endings: readonly Ending[]): Promise<boolean> {
    const { db, clock } = this.#ctx.services;
    const isWell = webhook.failingSince === null && webhook.pausedUntil === null;
    if (isWell || endings.every(({ state }) => state !== 'delivered'))
      return endDeliveries(db, lanes, endings, clock.now());
    return db.transaction(async (tx) => {
      // The webhook is locked before its lanes, as everywhere.
      if (await lockWebhookRow(tx, webhook.id))
        await updateWebhookRow(tx, webhook.id, { failingSince: null, pausedUntil: null });
      return endDeliveries(tx, lanes, endings, clock.now());
    });
  }

  async #fail(lanes: Lanes, due: Due, answer: WebhookAnswer): Promise<void> {
    this.#outcomes.failed++;
    const now = this.#ctx.services.clock.now();
    const { delivery, webhook } = due;
    const { status, failure: error, durationMs, retryAfterMs } = answer;
    const { isGivenUp, disabledFor } = judgeFailure(due, answer, now);
    if (isGivenUp) this.#outcomes.given_up++;
    // A webhook is disabled in the transaction that gives its lane back, so that nothing more is sent.
    await transact(this.#ctx, async (tx, emit) => {
      if (!(await lockWebhookRow(tx, webhook.id)) || !(await lockLane(tx, lanes, delivery.streamId))) return;
      const pauseMs = pauseOf(retryAfterMs);
      await updateWebhookRow(tx, webhook.id, {
        failingSince: webhook.failingSince ?? now,
        ...(pauseMs === null ? {} : { pausedUntil: new Date(now.getTime() + pauseMs) }),
      });
      const state = isGivenUp ? 'failed' : 'waiting';
      await noteFailure(tx, delivery.id, { state, status, error, durationMs, triedAt: now });
      const delayMs = isGivenUp
        ? (pauseMs ?? 0)
        : retryDelay(delivery.attempts + 1, retryAfterMs, Math.random());
      await giveBack(tx, lanes, delivery.streamId, new Date(now.getTime() + delayMs));
      if (disabledFor !== null)
        await disableWebhook(this.#ctx.services, { tx, emit }, webhook.id, disabledFor);
    });
    if (disabledFor !== null) this.#noteDisabled(due, disabledFor);
  }

  async #disable(due: Due, reason: WebhookDisabledReason): Promise<void> {
    const { id } = due.webhook;
    await transact(this.#ctx, (tx, emit) => disableWebhook(this.#ctx.services, { tx, emit }, id, reason));
    this.#noteDisabled(due, reason);
  }

  #noteDisabled({ webhook: { id, serverId } }: Due, reason: WebhookDisabledReason): void {
    this.#disabled++;
    this.#ctx.services.log.warn({ webhookId: id, serverId, reason }, 'An outgoing webhook was disabled');
  }
}

/**
 * A webhook that fails has one call under way, so that it keeps the others from nothing. Of what a node may do at once it does a part
 * while it is busy: posts come first.
 */
function busyWith(lanes: readonly Lanes[], isNodeBusy: boolean): Busy {
  const part = isNodeBusy ? PART_OF_BUSY : 1;
  const hosts = lanes.map(({ host }) => host);
  const serverIds = lanes.map(({ serverId }) => serverId);
  return {
    hosts: namedOften(hosts, CALLS_PER_HOST * part),
    serverIds: namedOften(serverIds, CALLS_PER_SERVER * part),
    webhookIds: lanes.filter(({ isFailing }) => isFailing).map(({ webhookId }) => webhookId),
  };
}
