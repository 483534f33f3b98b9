import type { Workload } from '../harness/workload.js';
import { send } from './w1-send.js';
import { fanOut } from './w2-fan-out.js';
import { read } from './w3-read.js';
import { start } from './w4-start.js';
import { resume } from './w5-resume.js';
import { growth } from './w6-growth.js';
import { unread } from './w7-unread.js';
import { notifications } from './w8-notifications.js';
import { search } from './w9-search.js';
import { nodes } from './w10-nodes.js';
import { browser } from './w11-browser.js';
import { webhooks } from './w12-webhooks.js';
import { locks } from './w13-locks.js';
import { day } from './w14-day.js';
import { texts } from './w15-texts.js';
import { large } from './w16-large.js';
import { comeback } from './w17-return.js';

/** All workloads, in the order of the report. */
export const workloads: readonly Workload[] = [
  send,
  fanOut,
  read,
  start,
  resume,
  growth,
  unread,
  notifications,
  search,
  nodes,
  browser,
  webhooks,
  locks,
  day,
  texts,
  large,
  comeback,
];
