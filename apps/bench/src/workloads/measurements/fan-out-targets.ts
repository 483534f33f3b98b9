import type { Bench } from '../../harness/workload.js';
import { requestSender } from '../../load/http/request-sender.js';
import { startLoadGenerator } from '../../load/load-generator.js';
import { openSocketClient } from '../../load/websocket/socket-client.js';
import { roomAddress, roomHandshake } from '../../load/xmpp/room-handshake.js';
import type { ChatService } from '../../targets/chat-service.js';
import { type Ejabberd, SOCKET_PATH } from '../../targets/ejabberd/ejabberd.js';
import { CONTENT } from '../../targets/message-text.js';
import { PUBLISH_PATH, SUBSCRIBE_PATH } from '../../targets/nchan/nchan.js';
import { type Target, webSocketUrl } from '../../targets/target.js';
import type { FanOutTarget } from './fan-out.js';
import { sendRequests, sendStatus } from './send-requests.js';

const MESSAGE_FRAME = '{"type":"message.created"';

/** The floor broadcasts every message to every socket, without subscriptions. */
export function floorFanOut(bench: Bench, floor: ChatService): FanOutTarget {
  const connection = { url: webSocketUrl(floor, '/'), headers: {}, handshake: [] };
  return restFanOut(bench, floor, {
    connections: [connection],
    framePrefix: MESSAGE_FRAME,
    numbered: false,
  });
}

/** Sockets authenticate with the tokens in turn and subscribe to the first channel. */
export function palaverFanOut(bench: Bench, palaver: ChatService): FanOutTarget {
  const { channelIds, tokens } = palaver.fixture;
  const subscribe = JSON.stringify({ type: 'subscribe', data: { channelIds: channelIds.slice(0, 1) } });
  const connections = tokens.map((token) => ({
    url: webSocketUrl(palaver, '/api/ws'),
    headers: { authorization: `Bearer ${token}` },
    handshake: [{ until: '"ready"' }, { send: subscribe, until: '"subscribed"' }],
  }));
  return restFanOut(bench, palaver, { connections, framePrefix: MESSAGE_FRAME, numbered: true });
}

/** Speaks as socket.io's own client does: Engine.IO 4, over WebSocket only. */
export function socketIoFanOut(bench: Bench, target: Target): FanOutTarget {
  const connection = {
    url: webSocketUrl(target, '/socket.io/?EIO=4&transport=websocket'),
    headers: {},
    handshake: [{ until: '0{' }, { send: '40', until: '40{' }],
  };
  return {
    target,
    load: bench.stopAtEnd(startLoadGenerator('fan-out')),
    subscribers: { connections: [connection], framePrefix: '42["message"', numbered: false },
    publishing: { kind: 'socket', text: `42${JSON.stringify(['send', CONTENT])}` },
    verify: async () => {},
  };
}

/** What is published is sent as it is, so it is made as long as a frame of another target. */
export function nchanFanOut(bench: Bench, nchan: Target, frameBytes: number): FanOutTarget {
  const body = MESSAGE_FRAME.padEnd(frameBytes, 'm');
  return {
    target: nchan,
    load: bench.stopAtEnd(startLoadGenerator('fan-out')),
    subscribers: {
      connections: [{ url: webSocketUrl(nchan, SUBSCRIBE_PATH), headers: {}, handshake: [] }],
      framePrefix: MESSAGE_FRAME,
      numbered: false,
    },
    publishing: {
      kind: 'requests',
      url: nchan.url,
      status: 201,
      requests: [{ method: 'POST', path: PUBLISH_PATH, headers: { 'content-type': 'text/plain' }, body }],
    },
    verify: async () => {},
  };
}

/** The length of the frame of a message, in bytes. Publishes one. */
export async function frameBytesOf({ subscribers, publishing, verify }: FanOutTarget): Promise<number> {
  const [connection] = subscribers.connections;
  if (!connection || publishing.kind !== 'requests') throw new Error('Nobody can receive the message.');
  let receive = (_bytes: number) => {};
  let lose = () => {};
  const received = new Promise<number>((resolve, reject) => {
    receive = resolve;
    lose = () => reject(new Error('The socket closed before its message came.'));
  });
  const client = await openSocketClient(
    connection,
    (_bytes, start, end) => receive(end - start),
    () => lose(),
  );
  const [bytes] = await Promise.all([received, requestSender(publishing)()]);
  client.close();
  await verify(1);
  return bytes;
}

/** All accounts join one room; the first one sends all messages. */
export function ejabberdFanOut(bench: Bench, ejabberd: Ejabberd): FanOutTarget {
  const { domain, accounts, storageCheck } = ejabberd;
  const room = { domain, room: 'fan-out' };
  const connections = accounts.map((account) => ({
    url: webSocketUrl(ejabberd, SOCKET_PATH),
    headers: { 'sec-websocket-protocol': 'xmpp' },
    handshake: roomHandshake({ ...room, account }),
  }));
  const text = `<message to="${roomAddress(room)}" type="groupchat"><body>${CONTENT}</body></message>`;
  return {
    target: ejabberd,
    load: bench.stopAtEnd(startLoadGenerator('fan-out')),
    subscribers: { connections, framePrefix: '<message', numbered: false },
    publishing: { kind: 'socket', text },
    verify: (messages) => storageCheck.verify(messages),
  };
}

function restFanOut(
  bench: Bench,
  service: ChatService,
  subscribers: FanOutTarget['subscribers'],
): FanOutTarget {
  return {
    target: service,
    load: bench.stopAtEnd(startLoadGenerator('fan-out')),
    subscribers,
    publishing: {
      kind: 'requests',
      url: service.url,
      status: sendStatus.REST,
      requests: sendRequests('REST', service.fixture, 1),
    },
    verify: (messages) => service.storageCheck.verify(messages),
  };
}
