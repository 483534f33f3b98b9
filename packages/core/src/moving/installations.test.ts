import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../testing/world.js';
import { writeArchive } from './container/write-archive.js';
import { convert } from './converting/convert.js';
import { openMattermostExport } from './mattermost/reader.js';
import { importFrom, signInAs } from './moving.fixture.js';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const NOW = new Date('2026-01-01T00:00:00Z');

/** An export in which harry and sally are in each team, and have written to each other. */
function exportOf(teams: readonly string[], said: string): string {
  const at = Date.parse('2025-06-01T00:00:00Z');
  const people = ['harry', 'sally'];
  const lines: object[] = [
    { type: 'version', version: 1 },
    ...teams.map((name) => ({ type: 'team', team: { name, display_name: name } })),
    ...teams.map((team) => ({ type: 'channel', channel: { team, name: 'town-square', type: 'O' } })),
    ...people.map((username) => ({
      type: 'user',
      user: { username, teams: teams.map((name) => ({ name, channels: [{ name: 'town-square' }] })) },
    })),
    ...teams.map((team) => ({
      type: 'post',
      post: { team, channel: 'town-square', user: 'harry', message: said, create_at: at },
    })),
    { type: 'direct_channel', direct_channel: { members: people } },
    {
      type: 'direct_post',
      direct_post: { channel_members: people, user: 'harry', message: said, create_at: at },
    },
  ];
  return lines.map((line) => JSON.stringify(line)).join('\n');
}

async function moveIn(content: string, installation: string, team: string, asked = {}) {
  const path = `${world.services.files.temporaryPath()}.jsonl`;
  await writeFile(path, content);
  const reader = await openMattermostExport(path, team);
  const archive = world.services.files.temporaryPath();
  const options = { serverName: null, installation, writtenBy: 'a test', now: NOW };
  const conversion = await convert(reader, options);
  await writeArchive(conversion, createWriteStream(archive));
  await conversion.close();
  await reader.close();
  return importFrom(world, archive, asked);
}

test('two companies that call their team the same have people and servers of their own', async () => {
  const first = await moveIn(exportOf(['acme'], 'of the first'), 'https://one.example.com', 'acme');
  const second = await moveIn(exportOf(['acme'], 'Harry is @harry'), 'https://two.example.com', 'acme');
  expect([first, second].map(({ state, users }) => [state, users])).toEqual([
    ['done', 2],
    ['done', 2],
  ]);
  expect(second.foundAccounts).toEqual([]);
  // A server that is gone gives its people to no other company either.
  await world.operator.call.admin.deleteServer({ serverId: first.serverId ?? '' });
  const third = await moveIn(exportOf(['acme'], 'of the third'), 'https://three.example.com', 'acme');
  expect(third).toMatchObject({ state: 'done', users: 2, foundAccounts: [] });
  const harry = await signInAs(world, 'harry-2');
  const servers = await harry.call.servers.list();
  expect(servers.map(({ id }) => id)).toEqual([second.serverId]);
  // The name is somebody else's here, so a mention has the one that its person got.
  const saidIn = async () => {
    const found = await harry.call.channels.list({ serverId: second.serverId ?? '' });
    const [channel] = found;
    return (await harry.call.messages.list({ channelId: channel?.id ?? '' })).map(({ content }) => content);
  };
  expect(await saidIn()).toEqual(['Harry is @harry-2']);
  const edited = exportOf(['acme'], 'Harry is still @harry');
  const again = await moveIn(exportOf(['acme'], 'Harry is @harry'), 'https://two.example.com', 'acme');
  expect(again).toMatchObject({ state: 'done', updates: second.id, messages: 0 });
  expect(await saidIn()).toEqual(['Harry is @harry-2']);
  expect(await moveIn(edited, 'https://two.example.com', 'acme')).toMatchObject({
    state: 'done',
    messages: 0,
  });
  expect(await saidIn()).toEqual(['Harry is still @harry-2']);
  const without = edited
    .split('\n')
    .filter((line) => !line.includes('"post":{'))
    .join('\n');
  const deletes = await moveIn(without, 'https://two.example.com', 'acme', { deleteMissing: true });
  expect(deletes).toMatchObject({ state: 'done', deleted: 1 });
});

test('two teams of one installation are two servers with the same people, and one direct message', async () => {
  const content = exportOf(['east', 'west'], 'to all');
  const east = await moveIn(content, 'https://big.example.com', 'east');
  const west = await moveIn(content, 'https://big.example.com', 'west');
  expect([east, west].map(({ state, users }) => [state, users])).toEqual([
    ['done', 2],
    ['done', 0],
  ]);
  expect(west.foundAccounts.map(({ sourceId, foundBy }) => [sourceId, foundBy])).toEqual([
    ['harry', 'earlierImport'],
    ['sally', 'earlierImport'],
  ]);
  const [, { username } = { username: '' }] = west.foundAccounts;
  const sally = await signInAs(world, username);
  expect((await sally.call.servers.list()).map(({ name }) => name).sort()).toEqual(['east', 'west']);
  const [dm, ...others] = await sally.call.dms.list();
  expect(others).toEqual([]);
  const messages = await sally.call.messages.list({ channelId: dm?.id ?? '' });
  expect(messages.map(({ content: said }) => said)).toEqual(['to all']);
});
