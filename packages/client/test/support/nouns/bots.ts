import { tables } from '@palaver/db';
import { type Action, pick } from '../history.js';

export const botActions = {
  setCommands: ({ bot }, _who, a) =>
    bot.call.interactions.setCommands({
      botId: bot.id,
      commands: [{ name: 'ping', description: `Answers ${a}` }],
    }),
  invoke: async ({ channels, interactions, bot }, who, a) => {
    const { channelId } = pick(channels, a);
    const { id } = await who.call.interactions.invoke({ channelId, botId: bot.id, name: 'ping' });
    interactions.push(id);
  },
  answer: ({ interactions, bot }, _who, a, b) =>
    bot.call.interactions.respond({
      interactionId: pick(interactions, a),
      content: `pong ${b}`,
      ephemeral: b % 2 === 0,
    }),
  offer: async ({ channels, messages, bot }, _who, a, b) => {
    const components = [{ components: [{ type: 'button' as const, id: 'go', label: `Go ${b}` }] }];
    const { channelId } = pick(channels, a);
    messages.push((await bot.call.messages.send({ channelId, content: 'Shall we?', components })).id);
  },
  changeOffer: ({ messages, bot }, _who, a) =>
    bot.call.messages.edit({ messageId: pick(messages.toReversed(), a), components: [] }),
  useComponent: async ({ messages, interactions }, who, a) => {
    const messageId = pick(messages.toReversed(), a);
    interactions.push((await who.call.interactions.useComponent({ messageId, componentId: 'go' })).id);
  },
  endInteractions: async ({ world }) => {
    await world.services.db.update(tables.interactions).set({ expiresAt: world.clock.now() });
    await world.services.scheduled.idle();
  },
  updateBot: ({ bot }, _who, a) => bot.owner.call.bots.update({ botId: bot.id, status: `status ${a}` }),
} as const satisfies Record<string, Action>;
