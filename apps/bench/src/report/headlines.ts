import type { Goal, GoalResult } from '../harness/goals.js';
import type { Results } from '../harness/results.js';
import { metrics } from '../measure/metrics.js';
import { formatNumber } from './format.js';

/** A goal that has a row in `docs/performance.md`, and how the row names what was measured. */
interface Headline extends Pick<Goal, 'cell' | 'metric' | 'of' | 'to'> {
  readonly what: string;
}

const headline = (
  cell: string,
  metric: Goal['metric'],
  to: string | null,
  what: string,
  of = 'palaver',
): Headline => ({ cell, metric, of, to, what });

const NODES = '1,200 posts/s, 4,000 people with a socket each, 2,000 channels';

/** In the order of the table. The names of cells are those of the workloads; `headlines.test.ts` compares them. */
export const HEADLINES: readonly Headline[] = [
  headline('REST, 50 channels, c=64', 'rate', 'floor', 'messages a second, 50 channels, 64 connections'),
  headline('REST, 1 channel, c=64', 'rate', 'floor', 'messages a second, 1 channel, 64 connections'),
  headline('REST, 50 channels, c=64', 'rate', 'ejabberd', 'messages a second, 50 channels, 64 connections'),
  headline('REST, 50 channels, c=1', 'p50Ms', 'floor', 'p50 of a message, 1 connection, 50 channels'),
  headline('1000 sockets, flat out', 'rate', 'floor', 'deliveries a second to 1,000 sockets, flat out'),
  headline('1000 sockets, flat out', 'rate', 'socket.io', 'deliveries a second to 1,000 sockets, flat out'),
  headline(
    '1000 sockets, 64 posters',
    'rate',
    'nchan',
    'deliveries a second to 1,000 sockets of one channel, 64 posters',
  ),
  headline(
    '10000 sockets, 64 posters',
    'rate',
    'nchan',
    'deliveries a second to 10,000 sockets of one channel, 64 posters',
  ),
  headline(
    '10000 sockets, 128 posters',
    'p99Ms',
    null,
    'p99 of a delivery to 10,000 sockets of one channel, 128 posters',
  ),
  headline('2,000 people: post', 'p99Ms', null, 'p99 of a post in a day of 2,000 people'),
  headline('2,000 people: message delivered', 'p99Ms', null, 'p99 of a delivery on that day'),
  headline('2,000 people: switch', 'p99Ms', null, 'p99 of a channel opened on that day'),
  headline('2,000 people: a day', 'personCpu', null, 'CPU of a person for a second of a visit on that day'),
  headline('2,000 people: a day', 'cpu', 'ejabberd', 'CPU of a delivery on that day'),
  headline('newest page, c=16', 'rate', 'floor', 'newest pages of 50 messages a second'),
  headline('a page 600,000 messages back, c=16', 'rate', 'floor', 'pages far back a second'),
  headline(
    '1,000 sockets, each 1,000 events behind',
    'sendsKept',
    null,
    'sends kept while 1,000 sockets resume, 1,000 events behind',
  ),
  headline(
    'after a day away, c=16',
    'rate',
    'floor',
    'what is unread in 500 channels after a day, calls a second',
  ),
  headline(
    'a rare word, c=16',
    'p50Ms',
    'page',
    'p50 of a search for a rare word in 1,000,000 messages',
    'search',
  ),
  headline('a common word, c=16', 'p50Ms', 'page', 'p50 of a search for a common word', 'search'),
  headline(NODES, 'p99Ms', null, 'p99 of a post on two nodes, 1,200 a second', '2 nodes'),
  headline(NODES, 'serviceCpu', '1 node', 'CPU of two nodes', '2 nodes'),
  headline(
    'a channel is erased',
    'lockMs',
    null,
    'longest wait for a lock while a channel of 100,000 messages is erased',
    'beside it',
  ),
  headline('first load', 'scriptKb', null, 'first load of the web client'),
  headline(
    'reload, CPU slowed 4 times',
    'interactiveMs',
    null,
    'a reload of it, with the CPU slowed four times',
  ),
  headline(
    'posts to 50 channels, c=64',
    'rate',
    'no webhook',
    'posts a second with one outgoing webhook, 64 connections',
    '1 webhook',
  ),
  headline(
    'posts to 50 channels, c=64',
    'rate',
    'no webhook',
    'posts a second with ten outgoing webhooks, 64 connections',
    '10 webhooks',
  ),
  headline(
    '300 posts/s to 50 channels',
    'deliveryP99Ms',
    null,
    'p99 of a delivery to each of ten webhooks, 300 posts a second',
    '10 webhooks',
  ),
  headline(
    '19,000 people of one channel',
    'backSeconds',
    null,
    '19,000 people of one channel are all back after `kill -9`',
  ),
  headline('start with a Postgres of its own', 'startCpu', null, 'CPU of the service until it answers'),
];

/**
 * Writes what was measured into the rows of the table in `docs/performance.md`; a row that was not measured stays as it is. Throws
 * where the table has no row for a headline.
 */
export function putHeadlines(document: string, { environment, workloads }: Results): string {
  const measured = workloads.flatMap(({ failure, goals }) => (failure === null ? goals : []));
  return HEADLINES.reduce((text, headline) => {
    const goal = measured.find((one) => isOf(headline, one));
    return goal ? putRow(text, headline, `${figureOf(goal)} | ${goalOf(goal)} | ${environment.date}`) : text;
  }, document);
}

export function isOf({ cell, metric, of, to }: Headline, goal: Goal): boolean {
  return goal.cell === cell && goal.metric === metric && goal.of === of && goal.to === to;
}

function putRow(text: string, headline: Headline, columns: string): string {
  const head = headOf(headline);
  const from = text.indexOf(`\n${head}`);
  if (from === -1) throw new Error(`docs/performance.md has no row that begins with "${head}".`);
  const end = text.indexOf('\n', from + 1);
  return `${text.slice(0, from + 1)}${head} ${columns} |${text.slice(end)}`;
}

/** The first two columns of a row, by which it is found. */
export function headOf({ what, to }: Headline): string {
  return `| ${what} | ${to ?? ''} |`;
}

function figureOf({ measured: { median, min, max }, ...goal }: GoalResult): string {
  const range = min === max ? '' : ` (${formatNumber(min)}–${formatNumber(max)})`;
  return `${formatNumber(median)}${unitOf(goal)}${range}`;
}

function goalOf(goal: Goal): string {
  const { bound } = goal;
  const [sign, value] = 'atLeast' in bound ? ['≥', bound.atLeast] : ['≤', bound.atMost];
  return `${sign} ${formatNumber(value)}${unitOf(goal)}`;
}

/** A ratio has none. */
function unitOf({ metric, to }: Pick<Goal, 'metric' | 'to'>): string {
  const { unit } = metrics[metric];
  return to !== null || unit === '' ? '' : ` ${unit}`;
}
