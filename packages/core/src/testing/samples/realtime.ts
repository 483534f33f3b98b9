import type { AccessTable } from './access-table.js';
import { channelOf } from './channels.js';

/** Callers subscribe to what they see. The stream of a channel that they do not see is denied, like a missing one. */
export const realtime: AccessTable = {
  table: `
                          | anonymous | outsider  | ex-member | member    | channel member | moderator  | admin     | owner     | bot
  realtime.ticket         | sign in   | 201       | 201       | 201       | 201            | 201        | 201       | 201       | 201
  realtime.connect        | upgrade   | upgrade   | upgrade   | upgrade   | upgrade        | upgrade    | upgrade   | upgrade   | upgrade
  realtime.document       | 200       | 200       | 200       | 200       | 200            | 200        | 200       | 200       | 200
  realtime.events private | sign in   | denied    | denied    | denied    | subscribed          | denied     | denied    | denied    | subscribed
  realtime.events public  | sign in   | denied    | denied    | subscribed     | subscribed          | subscribed     | subscribed     | subscribed     | subscribed
  realtime.events direct  | sign in   | denied    | denied    | denied    | subscribed          | denied     | denied    | denied    | subscribed
  bots.gateway            | sign in   | bots only | bots only | bots only | bots only      | bots only  | bots only | bots only | 200
  `,
  prepare: {
    'realtime.ticket': nothing,
    'realtime.connect': nothing,
    'realtime.document': nothing,
    'realtime.events': (fixture, _role, kind) => ({ input: { channels: [channelOf(fixture, kind)] } }),
    'bots.gateway': nothing,
  },
};

function nothing() {
  return {};
}
