import type { Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Act } from '../../bench/src/load/day/acts.js';
import { DayRecord } from '../../bench/src/load/day/day-record.js';
import { pictureOf } from '../../bench/src/load/day/picture.js';
import { MARKS, withTime } from '../../bench/src/load/day/sent-at.js';
import { WebPerson } from '../../bench/src/load/day/web/web-person.js';
import { type Wire, wireOf } from '../../bench/src/load/day/web/wire.js';
import type { Client } from '../src/testing/client.js';
import { CHROMIUM_PATH } from './docs/browser.js';
import { field, message, WITHOUT_WORKER, Windows } from './web-client/windows.js';

const PICTURE = pictureOf(8, 8);
/** What a virtual person's texts begin with, before the time. */
const MARK = new RegExp(`(${Object.values(MARKS).join('|')})\\d+ `, 'g');
/** An act of the page is over long before. */
const WITHIN_MS = 20_000;

/** What somebody has sent since it was last taken. */
class Sent {
  #lines: string[] = [];
  readonly #streams = new Set<string>();

  /** Which calls share a batch is a matter of milliseconds. */
  request(method: string, url: string, body: string, isKeyed: boolean): void {
    for (const { path, input } of callsOf(url, body))
      this.#lines.push([method, shapeOf(path), shapeOf(input), ...(isKeyed ? ['keyed'] : [])].join(' '));
  }

  /** Pings follow the clock, and it makes no difference in how many frames streams are named. */
  frame(text: string): void {
    const { type, data } = JSON.parse(text);
    if (type === 'subscribe') for (const id of data.channelIds) this.#streams.add(id);
    else if (type !== 'ping') this.#lines.push(shapeOf(text));
  }

  get now(): readonly string[] {
    return [...this.#lines.toSorted(), `subscribes to ${this.#streams.size}`];
  }

  take(): readonly string[] {
    const taken = this.now;
    this.#lines = [];
    this.#streams.clear();
    return taken;
  }
}

function callsOf(
  url: string,
  body: string,
): ReadonlyArray<{ readonly path: string; readonly input: string }> {
  const { pathname, searchParams } = new URL(url, 'http://service');
  if (searchParams.get('batch') !== '1') return [{ path: url, input: body }];
  const inputs = JSON.parse(searchParams.get('input') ?? body);
  const calls = pathname.replace('/trpc/', '').split(',');
  return calls.map((call, n) => ({ path: `batched ${call}`, input: JSON.stringify(inputs[n] ?? null) }));
}

/** Without what is another one for each person and time. */
function shapeOf(text: string): string {
  const shape = decodeURIComponent(text)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'at')
    .replaceAll(MARK, '')
    .replaceAll(/"nonce":"[^"]+"/g, '"nonce":"one"')
    .replaceAll(/\/api\/files\/.*/g, '/api/files/one');
  return shape.startsWith('{') ? JSON.stringify(Object.entries(JSON.parse(shape)).sort()) : shape;
}

function watch(page: Page): Sent {
  const sent = new Sent();
  page.on('request', (request: Request) => {
    const { pathname, search } = new URL(request.url());
    if (!/^\/(trpc|api)\//.test(pathname)) return;
    const isForm = (request.headers()['content-type'] ?? '').startsWith('multipart');
    const body = isForm ? 'a form' : (request.postData() ?? '');
    sent.request(request.method(), pathname + search, body, 'idempotency-key' in request.headers());
  });
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.frame(String(payload))));
  return sent;
}

function watched(wire: Wire, sent: Sent): Wire {
  return {
    get: (path) => {
      sent.request('GET', path, '', false);
      return wire.get(path);
    },
    post: (path, body, isKeyed) => {
      const text = body.type.startsWith('multipart') ? 'a form' : String(body.bytes);
      sent.request('POST', path, text, isKeyed);
      return wire.post(path, body, isKeyed);
    },
    open: async (path, ...heard) => {
      const socket = await wire.open(path, ...heard);
      return {
        ...socket,
        send: (text) => {
          sent.frame(text);
          socket.send(text);
        },
      };
    },
  };
}

describe.skipIf(CHROMIUM_PATH === undefined)(
  'the virtual people of the benchmark (skipped where there is no Chromium on the PATH)',
  () => {
    let windows: Windows;
    let owner: Client;
    beforeAll(async () => {
      windows = await Windows.open();
      owner = await windows.service.person('day_owner');
    });

    /** Somebody with a server that nobody else of the test sees, in two channels of it but not in the one it begins with. */
    async function member(name: string) {
      const person = await windows.service.person(name);
      const serverId: string = (await owner.post('/api/servers', { name: 'Day' })).body.data.id;
      const path = `/api/servers/${serverId}`;
      const { code } = (await owner.post(`${path}/invites`, {})).body.data;
      await person.post(`/api/invites/${code}/accept`, {});
      const [general] = (await owner.get(`${path}/channels`)).body.data;
      await person.post(`${path}/channels/${general.id}/leave`, {});
      const channelIds: string[] = [];
      for (const channel of ['first', 'second']) {
        const { id } = (await owner.post(`${path}/channels`, { name: channel })).body.data;
        await person.post(`${path}/channels/${id}/join`, {});
        channelIds.push(id);
      }
      return { person, serverId, channelIds };
    }

    test('they send what the web client sends, act by act', async () => {
      const [bob, carol] = [await member('day_bob'), await member('day_carol')];
      const say = async (channel: number, text: string) => {
        for (const { channelIds } of [bob, carol])
          await owner.post(`/api/channels/${channelIds[channel]}/messages`, {
            content: withTime(text, 'post'),
          });
      };
      await say(0, 'in the first');
      await say(1, 'in the second');
      const page = await windows.openWindow(WITHOUT_WORKER);
      page.setDefaultTimeout(WITHIN_MS);
      await windows.signIn(page, bob.person);
      const real = watch(page);
      const virtual = new Sent();
      const { url } = windows.service;
      const { token, id: userId } = carol.person;
      const { serverId, channelIds } = carol;
      const spec = { kind: 'web', url, token: token ?? '', userId, serverId, channelIds } as const;
      const wire = watched(wireOf(url, spec.token, '10.1.2.3'), virtual);
      const person = new WebPerson({ spec, wire, record: new DayRecord(), picture: PICTURE });
      /** Both do the same; then both have sent the same. */
      const both = async (name: string, act: Act | null, onPage: () => Promise<unknown>) => {
        await Promise.all([act && person.do(act), onPage()]);
        const differs = () => String(real.now) !== String(virtual.now);
        // Where it stays so, the comparison below says in what.
        await expect
          .poll(differs, { timeout: WITHIN_MS })
          .toBe(false)
          .catch(() => {});
        await person.settled();
        expect([name, ...virtual.take()]).toEqual([name, ...real.take()]);
      };

      await both('arrive', { kind: 'arrive', channel: 0 }, async () => {
        await page.goto(`/servers/${bob.serverId}/channels/${bob.channelIds[0]}`);
        await message(page, 'in the first').waitFor();
      });
      await both('hear', null, () => say(0, 'one more'));
      // Its mark waits for the pace of the first one.
      await both('hear again', null, () => say(0, 'and another'));
      await both('switch', { kind: 'switch', channel: 1 }, () =>
        page
          .getByRole('link', { name: /second/ })
          .first()
          .click(),
      );
      await both('back', { kind: 'switch', channel: 0 }, () =>
        page.getByRole('link', { name: /first/ }).first().click(),
      );
      const box = field(page, 'Message first');
      const saved = () => page.waitForResponse(/drafts\.put/);
      const text = 'a text';
      await both('post', { kind: 'post', text, typingMs: 100, pauseMs: 3_000 }, async () => {
        const stored = saved();
        await box.pressSequentially(text);
        await stored;
        await page.keyboard.press('Enter');
      });
      const heard = message(page, 'one more').first();
      await both('react', { kind: 'react', emoji: '👍' }, async () => {
        await heard.hover();
        await heard.getByRole('button').first().click();
      });
      await both('reply', { kind: 'reply', text, typingMs: 100, pauseMs: 3_000 }, async () => {
        await heard.hover();
        await page
          .getByRole('button', { name: /thread/i })
          .first()
          .click();
        const stored = saved();
        await field(page, 'Reply in thread').pressSequentially(text);
        await stored;
        await page.keyboard.press('Enter');
      });
      person.close();
      await both('return', { kind: 'return', channel: 0 }, () => page.reload());
      await both('upload', { kind: 'upload' }, async () => {
        const file = { name: 'picture.png', mimeType: 'image/png', buffer: PICTURE };
        await page.locator('input[type=file]').first().setInputFiles(file);
        await page.getByText('picture.png').first().waitFor();
        await box.press('Enter');
      });
      person.close();
    });
  },
);
