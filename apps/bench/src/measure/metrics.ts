/** How a metric is shown. */
export interface Metric {
  readonly label: string;
  readonly unit: string;
  readonly better: 'higher' | 'lower';
}

/** All metrics. A workload that measures another one adds it here. */
export const metrics = {
  rate: { label: 'operations', unit: '/s', better: 'higher' },
  p50Ms: { label: 'p50', unit: 'ms', better: 'lower' },
  p95Ms: { label: 'p95', unit: 'ms', better: 'lower' },
  p99Ms: { label: 'p99', unit: 'ms', better: 'lower' },
  maxMs: { label: 'longest', unit: 'ms', better: 'lower' },
  /** The longest wait of any session for a lock of the database. */
  lockMs: { label: 'longest wait for a lock', unit: 'ms', better: 'lower' },
  /** Pages in the memory of Postgres for an operation, read or written. */
  pages: { label: 'pages of Postgres', unit: '', better: 'lower' },
  /** The time that its statements took. */
  statementMs: { label: 'statements', unit: 'ms', better: 'lower' },
  /** From the request of a long operation to its end in the background. */
  doneSeconds: { label: 'done after', unit: 's', better: 'lower' },
  /** The most memory of the process tree (RSS) meanwhile. */
  peakMb: { label: 'most memory', unit: 'MB', better: 'lower' },
  /** CPU seconds of the target's process tree for 1,000 operations. */
  serviceCpu: { label: 'CPU of the target', unit: 's/1,000', better: 'lower' },
  /** CPU seconds of all processes of Postgres for 1,000 operations. */
  postgresCpu: { label: 'CPU of Postgres', unit: 's/1,000', better: 'lower' },
  /** CPU seconds of the load generator, which runs on the same machine, for 1,000 operations. */
  generatorCpu: { label: 'CPU of the load generator', unit: 's/1,000', better: 'lower' },
  /** CPU seconds of the target and Postgres together for 1,000 operations. */
  cpu: { label: 'total CPU', unit: 's/1,000', better: 'lower' },
  /** CPU of the target and Postgres for a person and a second between the first and the last act of a visit. */
  personCpu: { label: 'CPU of a person', unit: 'ms/s', better: 'lower' },
  personServiceCpu: { label: 'of that the target', unit: 'ms/s', better: 'lower' },
  personPostgresCpu: { label: 'of that Postgres', unit: 'ms/s', better: 'lower' },
  /** What the connections of a person move in an hour of visits, in both directions. */
  personKb: { label: 'traffic of a person', unit: 'kB/h', better: 'lower' },
  /** What the database has grown by for each message of the day. */
  storedBytes: { label: 'disk for a message', unit: 'B', better: 'lower' },
  /** From the start of the process to its first response. */
  readyMs: { label: 'ready', unit: 'ms', better: 'lower' },
  /** CPU of the process itself until then, and of all that it has started: its Postgres. */
  startCpu: { label: 'CPU until ready', unit: 's', better: 'lower' },
  startedCpu: { label: 'CPU of its Postgres', unit: 's', better: 'lower' },
  /** Memory of the process tree (RSS) after its start. */
  idleMb: { label: 'idle', unit: 'MB', better: 'lower' },
  /** The same after a load. */
  loadedMb: { label: 'after load', unit: 'MB', better: 'lower' },
  /** Memory that 1,000 idle sockets add. */
  socketsMb: { label: '1,000 sockets', unit: 'MB', better: 'lower' },
  /** Until the last of the reconnected sockets has received everything it missed. */
  caughtUpMs: { label: 'time to catch up', unit: 'ms', better: 'lower' },
  /** From the loss of the first socket until the last one is subscribed again. */
  backSeconds: { label: 'all back after', unit: 's', better: 'lower' },
  /** How often a client has tried to come back. */
  attempts: { label: 'attempts of each', unit: '', better: 'lower' },
  /** From the post of a message until the last inbox has it. */
  inboxMs: { label: 'inboxes written', unit: 'ms', better: 'lower' },
  /** From the beginning of a page's load until the messages are in the document, if only in a picture of them. */
  shownMs: { label: 'last state shown', unit: 'ms', better: 'lower' },
  /** From the beginning of a page's load until the messages can be used. */
  usableMs: { label: 'messages usable', unit: 'ms', better: 'lower' },
  /** From the beginning of a page's load until its main thread has no task of 50 ms any more. */
  interactiveMs: { label: 'interactive', unit: 'ms', better: 'lower' },
  /** The bytes of JavaScript, as transferred, before a channel shows. */
  scriptKb: { label: 'JavaScript', unit: 'kB', better: 'lower' },
  /** CPU of reading the texts of a page of 50 messages. */
  pageMs: { label: 'CPU of a page', unit: 'ms', better: 'lower' },
  /** The most CPU of reading one of them. */
  messageMs: { label: 'CPU of the dearest message', unit: 'ms', better: 'lower' },
  /** From the press of a key until the message is in the document. */
  echoMs: { label: 'message shown', unit: 'ms', better: 'lower' },
  /** From the press of a key until the message is shown as sent. */
  sentMs: { label: 'message sent', unit: 'ms', better: 'lower' },
  /** The rate of sends while the sockets reconnect. */
  sendRate: { label: 'sends during resume', unit: '/s', better: 'higher' },
  /** That rate divided by the rate before the sockets disconnected. */
  sendsKept: { label: 'share of sends kept', unit: '', better: 'higher' },
  /** Deliveries of webhooks while the load runs. */
  deliveryRate: { label: 'deliveries under load', unit: '/s', better: 'higher' },
  /** From the timestamp of the event to the receipt of its delivery. */
  deliveryP50Ms: { label: 'p50 of deliveries', unit: 'ms', better: 'lower' },
  deliveryP99Ms: { label: 'p99 of deliveries', unit: 'ms', better: 'lower' },
  /** Deliveries that were to come when the load had ended. */
  left: { label: 'left after the load', unit: '', better: 'lower' },
  /** How fast those came. */
  drainRate: { label: 'deliveries afterwards', unit: '/s', better: 'higher' },
  /** CPU seconds of the target and Postgres for 1,000 of those. */
  drainCpu: { label: 'CPU of deliveries', unit: 's/1,000', better: 'lower' },
  /** Share of the machine's CPU time, 0 to 1, used by processes outside the benchmark. */
  noise: { label: 'CPU of other programs', unit: '', better: 'lower' },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;

/** All metrics in the order of the columns of the tables. */
export const metricNames: readonly MetricName[] = Object.keys(metrics).filter(isMetricName);

function isMetricName(name: string): name is MetricName {
  return name in metrics;
}
