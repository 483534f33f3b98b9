import type { Noun } from './matrix.js';
import { freshName, type Scene } from './scene.js';

/** Bots, which are the channel member's: another's cannot be told from none, and a bot owns none. */
export const bots: Noun = {
  table: `
                   | anonymous | outsider  | ex-member | member    | channel member | admin     | owner     | bot
  bots.create      | sign in   | 201       | 201       | 201       | 201            | 201       | 201       | people only
  bots.list        | sign in   | 200       | 200       | 200       | 200            | 200       | 200       | people only
  bots.get         | sign in   | no bot    | no bot    | no bot    | 200            | no bot    | no bot    | people only
  bots.update      | sign in   | no bot    | no bot    | no bot    | 200            | no bot    | no bot    | people only
  bots.delete      | sign in   | no bot    | no bot    | no bot    | 200            | no bot    | no bot    | people only
  bots.rotateToken | sign in   | no bot    | no bot    | no bot    | 200            | no bot    | no bot    | people only
  `,
  prepare: {
    'bots.create': () => ({ input: { username: freshName('bot') } }),
    'bots.list': () => ({}),
    'bots.get': ({ people }) => ({ parameters: { botID: people.bot.id } }),
    'bots.update': async (scene) => ({ ...(await ofNewBot(scene)), input: { status: 'Out of order' } }),
    'bots.delete': ofNewBot,
    'bots.rotateToken': ofNewBot,
  },
};

async function ofNewBot({ service, people }: Scene) {
  const { id } = await service.bot(people['channel member'], freshName('bot'));
  return { parameters: { botID: id } };
}
