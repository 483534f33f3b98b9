import {
  type Clock,
  createLocalBus,
  createServices,
  DEFAULT_LIMITS,
  NO_IDENTITY,
  NO_OPERATION,
  type Quotas,
  type Resources,
  type RunningServices,
  secretsUnder,
  soleNode,
} from '@palaver/core';
import { createTestPasswordHasher } from '@palaver/core/testing';
import { expect } from 'vitest';

/** The clock of the machine, which a test moves forward. */
export function adjustableClock(): Clock & { advance(milliseconds: number): void } {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    advance: (milliseconds) => {
      offset += milliseconds;
    },
  };
}

/** Services of one node whose errors fail the test. */
export async function servicesOn(
  { db }: Pick<Resources, 'db'>,
  clock: Clock,
  port: number,
  quotas: Quotas,
): Promise<RunningServices> {
  const noFiles = () => {
    throw new Error('these tests store no files');
  };
  const resources: Resources = {
    db,
    bus: createLocalBus(),
    nodes: soleNode(),
    clock,
    files: {
      temporaryPath: noFiles,
      adopt: noFiles,
      write: noFiles,
      size: noFiles,
      read: noFiles,
      remove: noFiles,
      removeAbandoned: noFiles,
      list: noFiles,
      freeBytes: noFiles,
    },
    log: {
      error: (fields) => expect.unreachable(String(JSON.stringify(fields))),
      warn: () => {},
      info: () => {},
    },
    passwords: await createTestPasswordHasher(),
    operation: NO_OPERATION,
    secrets: secretsUnder('the secret key of the services of all tests'),
    settings: {
      publicUrl: `http://127.0.0.1:${port}`,
      corsOrigins: [],
      mailPagesUrl: null,
      registration: 'open',
      identity: NO_IDENTITY,
      sessionIdleDays: 30,
      sessionMaxDays: 180,
      eventRetentionDays: 7,
      webhooksOverHttp: false,
      keepsPhotoPositions: false,
      quotas,
      limits: DEFAULT_LIMITS,
    },
  };
  return createServices(resources, { tickMs: 50 });
}
