import type { AccessTable } from './access-table.js';
import { type Fixture, target } from './fixture.js';
import { uniqueName } from './rest-client.js';

/** Bots of the channel member. A bot of somebody else is not found, and bots own no bots. */
export const bots: AccessTable = {
  table: `
                   | anonymous | outsider  | ex-member | member    | channel member | moderator  | admin     | owner     | bot
  bots.create      | sign in   | 201       | 201       | 201       | 201            | 201        | 201       | 201       | people only
  bots.list        | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  bots.get         | sign in   | no bot    | no bot    | no bot    | 200            | no bot     | no bot    | no bot    | people only
  bots.update      | sign in   | no bot    | no bot    | no bot    | 200            | no bot     | no bot    | no bot    | people only
  bots.delete      | sign in   | no bot    | no bot    | no bot    | 200            | no bot     | no bot    | no bot    | people only
  bots.tokenUse    | sign in   | no bot    | no bot    | no bot    | 200            | no bot     | no bot    | no bot    | people only
  bots.rotateToken | sign in   | no bot    | no bot    | no bot    | 200            | no bot     | no bot    | no bot    | people only
  `,
  prepare: {
    'bots.create': () => ({ input: { username: uniqueName('bot') } }),
    'bots.list': () => ({}),
    'bots.get': ({ clients }) => ({ parameters: { botID: clients.bot.id } }),
    'bots.update': async (fixture) => ({ ...(await ofNewBot(fixture)), input: { status: 'Out of order' } }),
    'bots.delete': ofNewBot,
    'bots.tokenUse': ({ clients }) => ({ parameters: { botID: clients.bot.id } }),
    'bots.rotateToken': ofNewBot,
  },
  hidden: { botID: ({ clients }) => ({ role: 'member', id: clients.bot.id }) },
};

/** Another bot of the channel member. */
export async function ofNewBot(fixture: Fixture) {
  const { service, clients } = fixture;
  const make = async () => (await service.bot(clients['channel member'], uniqueName('bot'))).id;
  return { parameters: { botID: await target(fixture, 'bot', make) } };
}
