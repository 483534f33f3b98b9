import type { Ending } from '../../procedures/feed.js';

/** What this process has delivered since it began, for the metrics. Each delivery adds to plain numbers. */
export class DeliveryCounts {
  /** Frames that subscribers took as they happened. */
  live = 0;
  /** Frames that subscribers took from the log, after their cursors. */
  replayed = 0;
  replayedBytes = 0;
  readonly endings: Record<Ending, number> = {
    'session-over': 0,
    overflow: 0,
    'log-unreadable': 0,
    restarting: 0,
    closed: 0,
  };
}
