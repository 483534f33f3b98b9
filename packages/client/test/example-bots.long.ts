import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type OwnRoom, openOwnRoom } from './support/room.js';

// The bots of examples/ answer each message once, though they are killed and messages are posted while they are away. Those with
// a command answer it, and what is pressed and chosen in their messages.

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

test.each([
  ['bot', 60],
  ['command-bot', 120],
])('%s has at most %i lines in each language', (name, most) => {
  for (const language of ['ts', 'py', 'go']) {
    const text = readFileSync(join(examples, `${name}.${language}`), 'utf8');
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(most);
  }
});

describe.each([
  ['answers each message once', 'bot', answersEachOnce],
  ['answers a command, a select and a button', 'command-bot', answersCommands],
] as const)('a bot %s', (_does, bot, check) => {
  it('in TypeScript', async () => {
    const outfile = join(examples, `dist/${bot}.mjs`);
    await build({ entryPoints: [join(examples, `${bot}.ts`)], outfile, format: 'esm', platform: 'node' });
    await check('ts', [process.execPath, outfile]);
  });

  it.skipIf(!python)('in Python (skipped without python3 and its package websockets)', () =>
    check('py', [python ?? '', join(examples, `${bot}.py`)]),
  );

  it.skipIf(!hasGo)('in Go (skipped without go and gorilla/websocket)', async () => {
    const binary = join(folder, bot);
    const built = spawnSync('go', ['build', '-o', binary, join(examples, `${bot}.go`)], {
      env: { ...process.env, ...GO },
      encoding: 'utf8',
    });
    expect(built.stderr).toBe('');
    await check('go', [binary]);
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

/** A select and a button of a message, whose answers are a message and a text for Alice alone; also after a restart of the service. */
async function answersCommands(name: string, command: readonly string[]): Promise<void> {
  const { api, events } = room.alice.palaver;
  const { id: channelId } = await api.channels.create.mutate({
    serverId: room.serverId,
    name: `commands-${name}`,
  });
  const { bot, token } = await api.bots.create.mutate({ username: `commands-${name}` });
  await api.servers.addMember.mutate({ serverId: room.serverId, userId: bot.id });
  const told: string[] = [];
  const own = events.subscribe({ channels: [room.alice.id] });
  const telling = (async () => {
    for await (const event of own) {
      if (event.type === 'interaction.responded' && event.data.ephemeral) told.push(event.data.content);
    }
  })();
  const posted = async () => (await api.messages.list.query({ channelId })).toReversed();
  const contents = async () => (await posted()).map(({ content }) => content);
  const commandsOf = async () => {
    const lists = await api.interactions.inChannel.query({ channelId });
    return lists.find((list) => list.bot.id === bot.id)?.commands.map((each) => each.name);
  };
  const invoke = (version: string) =>
    api.interactions.invoke.mutate({ channelId, botId: bot.id, name: 'deploy', options: { version } });

  const process = run(command, { url: room.url, token, channelId, cursor: '' });
  try {
    await expect.poll(commandsOf).toEqual(['deploy']);
    await invoke('1.2.3');
    await expect.poll(contents).toEqual(['Deploy 1.2.3?']);
    const [{ id: messageId } = { id: '' }] = await posted();
    await api.interactions.useComponent.mutate({ messageId, componentId: 'place', values: ['production'] });
    await expect.poll(contents).toEqual(['Deploy 1.2.3?', 'Deploying to production.']);
    await api.interactions.useComponent.mutate({ messageId, componentId: 'cancel' });
    await expect.poll(() => told).toEqual(['Nothing is deployed.']);
    await room.restart();
    await invoke('1.2.4');
    await expect.poll(contents).toEqual(['Deploy 1.2.3?', 'Deploying to production.', 'Deploy 1.2.4?']);
    await api.bots.rotateToken.mutate({ botId: bot.id });
    await expect.poll(() => process.exitCode).not.toBeNull();
  } finally {
    process.kill('SIGKILL');
    own.close();
    await telling;
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
