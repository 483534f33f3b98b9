import type { AccessTable } from './access-table.js';
import { ofNewBot } from './bots.js';
import { channelOf, kindOf } from './channels.js';
import { createChannel, createdId, type Fixture } from './fixture.js';
import { hiddenMessage } from './messages.js';

/** A bot of the channel member, which is in the channels of the fixture. */
export const interactions: AccessTable = {
  table: `
                                    | anonymous | outsider       | ex-member      | member         | channel member | moderator      | admin          | owner          | bot
  interactions.setCommands          | sign in   | no bot         | no bot         | no bot         | 200            | no bot         | no bot         | no bot         | 200
  interactions.commands             | sign in   | no bot         | no bot         | no bot         | 200            | no bot         | no bot         | no bot         | 200
  interactions.endpoint             | sign in   | no bot         | no bot         | no bot         | 200            | no bot         | no bot         | no bot         | people only
  interactions.setEndpoint          | sign in   | no bot         | no bot         | no bot         | 200            | no bot         | no bot         | no bot         | people only
  interactions.removeEndpoint       | sign in   | no bot         | no bot         | no bot         | 200            | no bot         | no bot         | no bot         | people only
  interactions.rotateEndpointSecret | sign in   | no bot         | no bot         | no bot         | 200            | no bot         | no bot         | no bot         | people only
  interactions.inChannel private    | sign in   | no channel     | no channel     | no channel     | 200            | no channel     | no channel     | no channel     | 200
  interactions.inChannel public     | sign in   | no channel     | no channel     | 200            | 200            | 200            | 200            | 200            | 200
  interactions.inChannel direct     | sign in   | no channel     | no channel     | no channel     | 200            | no channel     | no channel     | no channel     | 200
  interactions.invoke private       | sign in   | no channel     | no channel     | no channel     | 201            | no channel     | no channel     | no channel     | 201
  interactions.invoke public        | sign in   | no channel     | no channel     | 201            | 201            | 201            | 201            | 201            | 201
  interactions.invoke direct        | sign in   | no channel     | no channel     | no channel     | 201            | no channel     | no channel     | no channel     | 201
  interactions.useComponent private | sign in   | no message     | no message     | no message     | 201            | no message     | no message     | no message     | 201
  interactions.useComponent public  | sign in   | no message     | no message     | 201            | 201            | 201            | 201            | 201            | 201
  interactions.useComponent direct  | sign in   | no message     | no message     | no message     | 201            | no message     | no message     | no message     | 201
  interactions.get                  | sign in   | no interaction | no interaction | no interaction | 200            | no interaction | no interaction | no interaction | 200
  interactions.respond              | sign in   | bots only      | bots only      | bots only      | bots only      | bots only      | bots only      | bots only      | 201
  `,
  prepare: {
    'interactions.setCommands': async (fixture, role) => ({
      ...(role === 'bot' ? { parameters: { botID: fixture.clients.bot.id } } : await ofNewBot(fixture)),
      input: { commands: COMMANDS },
    }),
    'interactions.commands': ({ clients }) => ({ parameters: { botID: clients.bot.id } }),
    'interactions.endpoint': ({ clients }) => ({ parameters: { botID: clients.bot.id } }),
    'interactions.setEndpoint': async (fixture) => ({ ...(await ofNewBot(fixture)), input: ENDPOINT }),
    'interactions.removeEndpoint': ofNewEndpoint,
    'interactions.rotateEndpointSecret': ofNewEndpoint,
    'interactions.inChannel': (fixture, _role, kind) => ({
      parameters: { channelID: channelOf(fixture, kind) },
    }),
    'interactions.invoke': async (fixture, _role, kind) => {
      await setCommands(fixture);
      return {
        parameters: { channelID: await createChannel(fixture, kindOf(kind)) },
        input: { botId: fixture.clients.bot.id, name: 'ping', options: {} },
      };
    },
    'interactions.useComponent': async (fixture, _role, kind) => ({
      parameters: { messageID: await messageWithButton(fixture, kind), componentID: 'go' },
      input: {},
    }),
    'interactions.get': async (fixture) => ({ parameters: { interactionID: await newInteraction(fixture) } }),
    'interactions.respond': async (fixture) => ({
      parameters: { interactionID: await newInteraction(fixture) },
      input: { content: 'pong' },
    }),
  },
  hidden: {
    interactionID: async (fixture, operation) =>
      operation === 'interactions.respond'
        ? { role: 'bot', id: await hiddenMessage(fixture) }
        : { role: 'member', id: await newInteraction(fixture) },
  },
};

const ENDPOINT = { url: 'https://bot.example.com/interactions' };

/** A bot that has told where its interactions are sent to. */
async function ofNewEndpoint(fixture: Fixture) {
  const { parameters } = await ofNewBot(fixture);
  await fixture.clients['channel member'].put(`/api/bots/${parameters.botID}/endpoint`, ENDPOINT);
  return { parameters };
}
const COMMANDS = [{ name: 'ping', description: 'Answers' }];

async function setCommands({ clients: { bot } }: Fixture): Promise<void> {
  await bot.put(`/api/bots/${bot.id}/commands`, { commands: COMMANDS });
}

/** A command that the channel member has invoked. */
export async function newInteraction(fixture: Fixture): Promise<string> {
  await setCommands(fixture);
  const { clients, channels } = fixture;
  const path = `/api/channels/${channels.public}/commands/invoke`;
  return createdId(clients['channel member'], path, { botId: clients.bot.id, name: 'ping' });
}

function messageWithButton(fixture: Fixture, kind: string): Promise<string> {
  const components = [{ components: [{ type: 'button', id: 'go', label: 'Go' }] }];
  const path = `/api/channels/${channelOf(fixture, kind)}/messages`;
  return createdId(fixture.clients.bot, path, { content: 'Choose', components });
}
