import type { ChatService } from '../contestants/chat-service.js';
import type { Ejabberd } from '../contestants/ejabberd/ejabberd.js';
import type { Contestant } from '../harness/contestant.js';
import type { Bench } from '../harness/workload.js';
import { messagesFor } from '../load/crowd-load.js';
import type { Crowd, Posting } from '../load/job.js';
import type { Entrance } from '../load/listener.js';
import { type Load, startLoad } from '../load/load.js';
import { mucDialogue, roomAddress } from '../load/muc-dialogue.js';
import { CONTENT, sendRequests, sendStatus } from './send-requests.js';
import { turn } from './turn.js';

/** Messages on their way flat out: enough that nobody waits for the generator. */
const UNDER_WAY = 16;
/** Of the first run, which finds the speed. */
const FIRST_MESSAGES = 50;

const CREATED = '{"type":"message.created"';

export interface CrowdSize {
  readonly sockets: number;
  /** Messages; null: flat out. */
  readonly perSecond: number | null;
}

/** A contestant with a room, and the crowd's own process. */
export interface CrowdPlace {
  readonly contestant: Contestant;
  readonly load: Load<'crowd'>;
  readonly crowd: Omit<Crowd, 'sockets'>;
  readonly posting: Posting;
  /** Called with the number of messages after every run; throws when they are not what is stored. */
  readonly verify: (messages: number) => Promise<void>;
}

export function crowdTurn(
  bench: Bench,
  { contestant, load, crowd, posting, verify }: CrowdPlace,
  size: CrowdSize,
) {
  const { sockets, perSecond } = size;
  return turn<'crowd'>({
    contestant,
    postgresPid: bench.postgres.pid,
    load,
    job: { crowd: { ...crowd, sockets }, posting, underWay: UNDER_WAY, perSecond },
    seconds: bench.seconds,
    firstAmount: FIRST_MESSAGES * sockets,
    verify: (deliveries) => verify(messagesFor(deliveries, sockets)),
  });
}

/** Everybody on the floor hears everything. */
export function throughFloor(bench: Bench, floor: ChatService): CrowdPlace {
  const entrance = { url: toWebSocket(floor.url, '/'), headers: {}, dialogue: [] };
  return stored(bench, floor, { entrances: [entrance], frame: CREATED, numbered: false });
}

export function throughPalaver(bench: Bench, palaver: ChatService): CrowdPlace {
  const { channelIds, tokens } = palaver.seats;
  const subscribe = JSON.stringify({ type: 'subscribe', data: { channelIds: channelIds.slice(0, 1) } });
  const entrances = tokens.map(
    (token): Entrance => ({
      url: toWebSocket(palaver.url, '/api/ws'),
      headers: { authorization: `Bearer ${token}` },
      dialogue: [{ until: '"ready"' }, { say: subscribe, until: '"subscribed"' }],
    }),
  );
  return stored(bench, palaver, { entrances, frame: CREATED, numbered: true });
}

/** As its own client speaks: Engine.IO 4 over a WebSocket alone, and a name for the event that is sent. */
export function throughSocketIo(bench: Bench, contestant: Contestant): CrowdPlace {
  const entrance = {
    url: toWebSocket(contestant.url, '/socket.io/?EIO=4&transport=websocket'),
    headers: {},
    dialogue: [{ until: '0{' }, { say: '40', until: '40{' }],
  };
  return {
    contestant,
    load: bench.keep(startLoad('crowd')),
    crowd: { entrances: [entrance], frame: '42["message"', numbered: false },
    posting: { kind: 'said', text: `42${JSON.stringify(['send', CONTENT])}` },
    verify: async () => {},
  };
}

/** Everybody is in one room of ejabberd, with an account each; the first of them says everything. */
export function throughEjabberd(bench: Bench, ejabberd: Ejabberd): CrowdPlace {
  const { domain, accounts, ledger } = ejabberd;
  const place = { domain, room: 'crowd' };
  const entrances = accounts.map((account) => ({
    url: toWebSocket(ejabberd.url, '/ws'),
    headers: { 'sec-websocket-protocol': 'xmpp' },
    dialogue: mucDialogue({ ...place, account }),
  }));
  const body = `<body>${CONTENT}</body>`;
  return {
    contestant: ejabberd,
    load: bench.keep(startLoad('crowd')),
    crowd: { entrances, frame: '<message', numbered: false },
    posting: { kind: 'said', text: `<message to="${roomAddress(place)}" type="groupchat">${body}</message>` },
    verify: (messages) => ledger.settle(messages),
  };
}

function stored(bench: Bench, service: ChatService, crowd: CrowdPlace['crowd']): CrowdPlace {
  return {
    contestant: service,
    load: bench.keep(startLoad('crowd')),
    crowd,
    posting: {
      kind: 'requests',
      url: service.url,
      status: sendStatus.REST,
      requests: sendRequests('REST', service.seats, 1),
    },
    verify: (messages) => service.ledger.settle(messages),
  };
}

function toWebSocket(url: string, path: string): string {
  return `${url.replace('http', 'ws')}${path}`;
}
