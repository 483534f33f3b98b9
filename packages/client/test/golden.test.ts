import { Event } from '@palaver/core';
import { type Golden, readGoldens, writeGolden } from '@palaver/core/testing';
import { expect, test } from 'vitest';
import { streamIdOf } from '../src/events/frames.js';
import { makeGolden } from './support/make-golden.js';
import { observeAll } from './support/observer.js';
import type { Observer } from './support/observing.js';
import { replayedUser } from './support/recorded-reads.js';

/** The release whose golden file is to be written: docs/adding-an-endpoint.md, "Golden files". */
const WRITE = process.env.WRITE_GOLDEN;

test.runIf(WRITE)('writes the golden file of a release', async () => {
  writeGolden(WRITE ?? '', await makeGolden());
});

test.each(readGoldens())(
  'the stored events of release $release lead from its answers to its later ones',
  async ({ golden }) => {
    const { userId, before, after } = golden.reads;
    let reads = before;
    const observers = await observeAll(replayedUser(userId, () => reads));
    reads = after;
    const logs = logsOf(golden);
    const compared = new Set<string>();
    for (const observer of observers) {
      catchUp(observer, logs);
      // A client reads such an answer again, so its events lead nowhere.
      if (observer.stale) continue;
      const later = await observer.refresh();
      if (later === null) continue;
      compared.add(observer.read);
      expect(resultOf(observer)).toEqual(resultOf(later));
    }
    expect(compared.size).toBeGreaterThan(10);
  },
);

/** The events of each stream, by stream id. They are dense from 1, so the index of an event is the cursor before it. */
function logsOf({ frames }: Golden): Map<string, Event[]> {
  const logs = new Map<string, Event[]>();
  for (const event of frames.map((frame) => Event.parse(frame))) {
    const id = streamIdOf(event);
    logs.set(id, [...(logs.get(id) ?? []), event]);
  }
  return logs;
}

function catchUp(observer: Observer, logs: ReadonlyMap<string, Event[]>): void {
  for (;;) {
    const [event] = Object.entries(observer.cursors).flatMap(([id, seq]) => logs.get(id)?.[seq] ?? []);
    if (event === undefined) return;
    observer.apply(event);
  }
}

const resultOf = ({ read, cursors, compared }: Observer) => ({ read, cursors, compared });
