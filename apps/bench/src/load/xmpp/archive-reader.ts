import { joinRoom, type RoomConnection } from './room-client.js';
import { roomAddress } from './room-handshake.js';
import type { ArchivePage } from './room-jobs.js';

/** Reads a page of a room's archive; rejects when it holds other messages. One page at a time. */
export type ReadPage = (page: ArchivePage) => Promise<void>;

/** Joins a room to read its archive (XEP-0313), a page at a time (XEP-0059). */
export async function openArchiveReader(connection: RoomConnection): Promise<ReadPage> {
  const socket = await joinRoom(connection);
  const address = roomAddress(connection);
  let count = 0;
  return ({ before, bodies }) =>
    new Promise((resolve, reject) => {
      count += 1;
      const id = `page-${count}`;
      const received: string[] = [];
      const receive = (data: unknown) => {
        const stanza = String(data);
        const [, body] = /<body>([^<]*)<\/body>/.exec(stanza) ?? [];
        if (body !== undefined && stanza.includes('urn:xmpp:mam:2')) received.push(body);
        if (!stanza.startsWith('<iq') || !stanza.includes(`id='${id}'`)) return;
        socket.off('message', receive);
        if (received.join() === bodies.join()) resolve();
        else reject(new Error(`The page before "${before}" holds other messages than expected: ${stanza}`));
      };
      socket.on('message', receive);
      const set = `<set xmlns="http://jabber.org/protocol/rsm"><max>${bodies.length}</max><before>${before}</before></set>`;
      socket.send(
        `<iq type="set" id="${id}" to="${address}"><query xmlns="urn:xmpp:mam:2">${set}</query></iq>`,
      );
    });
}
