import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Notice } from '../../log/bus.js';
import { FollowedServer, ONLINE_MAX } from './followed-server.js';
import type { Shown } from './pairs.js';
import { DELIVERIES_A_TICK, ToldPresence } from './told-presence.js';

const MAX = 3;
const user = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const shown = fc.constantFrom<Shown | null>('active', 'idle', null);
const step = fc.oneof(fc.record({ user, shown }), fc.record({ allowed: fc.integer({ min: 0, max: 4 }) }));

test('whatever changes, each change is told once, no more in a tick than allowed, and in the end all of them', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const wanted = new Map<string, Shown>();
      const heard = new Map<string, Shown>();
      let left = 0;
      const server = new FollowedServer((userId, next) => {
        expect(left--).toBeGreaterThan(0);
        expect(next).not.toBe(heard.get(userId) ?? null);
        if (next === null) heard.delete(userId);
        else heard.set(userId, next);
        expect(heard.size).toBeLessThanOrEqual(MAX);
      }, MAX);
      const allow = (changes: number) => {
        left = changes;
        server.allow(changes);
      };
      for (const one of steps) {
        if ('allowed' in one) allow(one.allowed);
        else {
          if (one.shown === null) wanted.delete(one.user);
          else wanted.set(one.user, one.shown);
          server.want(one.user, one.shown);
        }
        expect([...server.online]).toEqual([...heard]);
        expect([...server.frames()].map(([id, { frame }]) => [id, frame.data])).toEqual(
          [...heard].map(([id, as]) => [id, { userId: id, online: true, idle: as === 'idle' }]),
        );
      }
      allow(Number.POSITIVE_INFINITY);
      expect(server.hasWaiting).toBe(false);
      expect(heard.size).toBe(Math.min(MAX, wanted.size));
      for (const [id, as] of heard) expect(as).toBe(wanted.get(id));
      expect(server.users().toSorted()).toEqual([...wanted.keys()].toSorted());
    }),
  );
});

/** A server with so many people on this node, of whom nobody is known to be online. */
function serverOf(people: number) {
  const notices: Notice[] = [];
  const told = new ToldPresence(
    (notice) => notices.push(notice),
    () => people,
  );
  told.follow('server');
  told.know('server', new Map());
  const tell = (n: number, as: Shown | null) => told.tell({ serverId: 'server', userId: `user-${n}` }, as);
  return { told, tell, taken: () => notices.splice(0).length };
}

test('a change is told at once, and costs a frame for each who sees it', () => {
  const { tell, taken } = serverOf(200);
  for (let n = 0; n < 100; n++) tell(n, 'active');
  expect(taken()).toBe(100);
});

test('where 10,000 come at once, a tick tells no more than it may, and 1,000 of them are shown in the end', () => {
  const people = 10_000;
  const { told, tell, taken } = serverOf(people);
  for (let n = 0; n < people; n++) tell(n, 'active');
  let all = taken();
  for (let ticks = 0; told.hasWaiting; ticks++) {
    expect(ticks).toBeLessThan(people);
    told.tick();
    const now = taken();
    expect(now * people).toBeLessThanOrEqual(DELIVERIES_A_TICK);
    all += now;
  }
  expect(all).toBe(ONLINE_MAX);
  expect(told.online('server').size).toBe(ONLINE_MAX);
});

test('what cancels out while it waits is not told, and who leaves makes room for another', () => {
  const { told, tell, taken } = serverOf(10_000);
  for (let n = 0; n < 2_000; n++) tell(n, 'active');
  while (told.hasWaiting) told.tick();
  taken();
  told.tick();
  for (let n = 0; n < 100; n++) tell(n, 'idle');
  expect(taken()).toBe(10);
  for (let n = 10; n < 100; n++) tell(n, 'active');
  expect(told.hasWaiting).toBe(false);
  tell(0, null);
  told.tick();
  expect(taken()).toBe(2);
  expect(told.online('server').has('user-1000')).toBe(true);
});
