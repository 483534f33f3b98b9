import type { Workload } from '../harness/workload.js';
import { send } from './w1-send.js';
import { read } from './w3-read.js';
import { start } from './w4-start.js';
import { growth } from './w6-growth.js';

/** All there are, in the order of the tables. */
export const workloads: readonly Workload[] = [send, read, start, growth];
