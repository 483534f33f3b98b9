import { newBot, newChannel, type Preparation, type Writes } from './preparation.js';

const ENDPOINT = 'https://bot.example.com/interactions';
const COMMANDS = [{ name: 'ping', description: 'Answers' }];

/** A channel with a bot that has a command. */
async function channelWithBot(preparation: Preparation) {
  const { who, world, n } = preparation;
  const { serverId, channelId } = await newChannel(preparation);
  const { bot, token } = await who.call.bots.create({ username: `helper-${n}` });
  await who.call.servers.addMember({ serverId, userId: bot.id });
  await who.call.interactions.setCommands({ botId: bot.id, commands: COMMANDS });
  return { channelId, bot: world.userWithToken(bot.id, token) };
}

/** The writes of commands, components and answers. */
export const INTERACTION_WRITES: Writes = {
  'interactions.setCommands': async ({ who, n }) => {
    const botId = await newBot(who, n);
    return (call) => call.interactions.setCommands({ botId, commands: COMMANDS });
  },
  'interactions.setEndpoint': async ({ who, n }) => {
    const botId = await newBot(who, n);
    return (call) => call.interactions.setEndpoint({ botId, url: ENDPOINT });
  },
  'interactions.removeEndpoint': async ({ who, n }) => {
    const botId = await newBot(who, n);
    await who.call.interactions.setEndpoint({ botId, url: ENDPOINT });
    return (call) => call.interactions.removeEndpoint({ botId });
  },
  'interactions.rotateEndpointSecret': async ({ who, n }) => {
    const botId = await newBot(who, n);
    await who.call.interactions.setEndpoint({ botId, url: ENDPOINT });
    return (call) => call.interactions.rotateEndpointSecret({ botId });
  },
  'interactions.invoke': async (preparation) => {
    const { channelId, bot } = await channelWithBot(preparation);
    return (call) => call.interactions.invoke({ channelId, botId: bot.id, name: 'ping' });
  },
  'interactions.useComponent': async (preparation) => {
    const { channelId, bot } = await channelWithBot(preparation);
    const components = [{ components: [{ type: 'button' as const, id: 'go', label: 'Go' }] }];
    const { id: messageId } = await bot.call.messages.send({ channelId, content: 'Choose', components });
    return (call) => call.interactions.useComponent({ messageId, componentId: 'go' });
  },
  'interactions.respond': async ({ who, world, n }) => {
    const asker = await world.person(`asker-${n}`);
    await who.call.interactions.setCommands({ botId: who.id, commands: COMMANDS });
    const { id: channelId } = await asker.call.dms.create({ userIds: [who.id] });
    const { id: interactionId } = await asker.call.interactions.invoke({
      channelId,
      botId: who.id,
      name: 'ping',
    });
    return (call) => call.interactions.respond({ interactionId, content: 'pong', ephemeral: true });
  },
};
