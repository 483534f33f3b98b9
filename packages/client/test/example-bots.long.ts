import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type OwnRoom, openOwnRoom } from './support/room.js';

// The bots of examples/ answer each message once, though they are killed and messages are posted while they are away.

const examples = fileURLToPath(new URL('../../../examples/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'palaver-bots-'));

let room: OwnRoom;
beforeAll(async () => {
  room = await openOwnRoom();
});
afterAll(async () => {
  await room.close();
  rmSync(folder, { recursive: true });
});

const python = ['python3', '/usr/bin/python3'].find((command) =>
  succeeds(command, ['-c', 'import websockets']),
);
/** Where Debian's `golang-github-gorilla-websocket-dev` is. */
const GO = { GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOCACHE: join(folder, 'go-cache') };
const hasGo = succeeds('go', ['list', 'github.com/gorilla/websocket'], GO);

test.each(['bot.ts', 'bot.py', 'bot.go'])('%s has at most 60 lines', (name) => {
  expect(readFileSync(join(examples, name), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(60);
});

describe('a bot answers each message once', () => {
  it('in TypeScript', async () => {
    const outfile = join(examples, 'dist/bot.mjs');
    await build({ entryPoints: [join(examples, 'bot.ts')], outfile, format: 'esm', platform: 'node' });
    await answersEachOnce('ts', [process.execPath, outfile]);
  });

  it.skipIf(!python)('in Python (skipped without python3 and its package websockets)', () =>
    answersEachOnce('py', [python ?? '', join(examples, 'bot.py')]),
  );

  it.skipIf(!hasGo)('in Go (skipped without go and gorilla/websocket)', async () => {
    const binary = join(folder, 'bot');
    const built = spawnSync('go', ['build', '-o', binary, join(examples, 'bot.go')], {
      env: { ...process.env, ...GO },
      encoding: 'utf8',
    });
    expect(built.stderr).toBe('');
    await answersEachOnce('go', [binary]);
  });
});

async function answersEachOnce(name: string, command: readonly string[]): Promise<void> {
  const { api } = room.alice.palaver;
  const { id: channelId } = await api.channels.create.mutate({
    serverId: room.serverId,
    name: `bot-${name}`,
  });
  const { bot, token } = await api.bots.create.mutate({ username: `bot-${name}` });
  await api.servers.addMember.mutate({ serverId: room.serverId, userId: bot.id });
  const cursor = join(folder, `cursor-${name}`);
  const start = () => run(command, { url: room.url, token, channelId, cursor });
  const post = (content: string) => api.messages.send.mutate({ channelId, content });
  const answers = async () => {
    const messages = await api.messages.list.query({ channelId });
    return Object.fromEntries(messages.map(({ content, replyCount }) => [content, replyCount]));
  };

  let process = start();
  try {
    await expect.poll(() => existsSync(cursor)).toBe(true);
    for (let n = 0; n < 5; n++) await post(`before ${n}`);
    await expect.poll(answers).toMatchObject({ 'before 1': 1 });
    process.kill('SIGKILL');
    for (let n = 0; n < 3; n++) await post(`while away ${n}`);
    process = start();
    await expect.poll(answers).toMatchObject({ 'while away 2': 1 });
    await room.restart();
    await post('after a restart');
    await expect.poll(answers).toMatchObject({ 'after a restart': 1 });
    const all = await answers();
    expect(Object.keys(all)).toHaveLength(9);
    expect(Object.values(all).every((count) => count === 1)).toBe(true);

    await api.bots.rotateToken.mutate({ botId: bot.id });
    await expect.poll(() => process.exitCode).not.toBeNull();
  } finally {
    process.kill('SIGKILL');
  }
}

interface Settings {
  readonly url: string;
  readonly token: string;
  readonly channelId: string;
  readonly cursor: string;
}

function run(
  [command = '', ...parameters]: readonly string[],
  { url, token, channelId, cursor }: Settings,
): ChildProcess {
  const settings = {
    PALAVER_URL: url,
    PALAVER_TOKEN: token,
    PALAVER_CHANNEL: channelId,
    CURSOR_FILE: cursor,
  };
  return spawn(command, parameters, { env: { ...process.env, ...settings }, stdio: 'ignore' });
}

function succeeds(command: string, parameters: readonly string[], environment = {}): boolean {
  return spawnSync(command, parameters, { env: { ...process.env, ...environment } }).status === 0;
}
