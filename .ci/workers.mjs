import { availableParallelism } from 'node:os';

/** How many files are tested at once. Tests wait for Postgres and for sockets a third of their time. */
export const WORKERS = Math.ceil(1.5 * availableParallelism());
