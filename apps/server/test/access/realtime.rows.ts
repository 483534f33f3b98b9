import { channelOf } from './channels.rows.js';
import type { Noun } from './matrix.js';

/** What is heard is what is seen: a stream of a channel that one may not see is denied, like one that is not there. */
export const realtime: Noun = {
  table: `
                          | anonymous | outsider  | ex-member | member    | channel member | admin     | owner     | bot
  realtime.ticket         | sign in   | 201       | 201       | 201       | 201            | 201       | 201       | 201
  realtime.connect        | upgrade   | upgrade   | upgrade   | upgrade   | upgrade        | upgrade   | upgrade   | upgrade
  realtime.document       | 200       | 200       | 200       | 200       | 200            | 200       | 200       | 200
  realtime.events private | sign in   | denied    | denied    | denied    | heard          | denied    | denied    | heard
  realtime.events public  | sign in   | denied    | denied    | heard     | heard          | heard     | heard     | heard
  realtime.events direct  | sign in   | denied    | denied    | denied    | heard          | denied    | denied    | heard
  bots.gateway            | sign in   | bots only | bots only | bots only | bots only      | bots only | bots only | 200
  `,
  prepare: {
    'realtime.ticket': nothing,
    'realtime.connect': nothing,
    'realtime.document': nothing,
    'realtime.events': (scene, _role, kind) => ({ input: { channels: [channelOf(scene, kind)] } }),
    'bots.gateway': nothing,
  },
};

function nothing() {
  return {};
}
