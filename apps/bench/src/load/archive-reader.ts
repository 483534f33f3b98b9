import type { ArchivePage } from './job.js';
import { roomAddress } from './muc-dialogue.js';
import { type Entry, openRoom } from './muc-occupant.js';

/** Reads a page of a room's archive; rejects when it is refused, or holds other messages. One at a time. */
export type ReadPage = (page: ArchivePage) => Promise<void>;

/** Enters a room to read its archive (XEP-0313), a page at a time (XEP-0059). */
export async function openArchive(entry: Entry): Promise<ReadPage> {
  const socket = await openRoom(entry);
  const address = roomAddress(entry);
  let count = 0;
  return ({ before, bodies }) =>
    new Promise((resolve, reject) => {
      count += 1;
      const id = `page-${count}`;
      const found: string[] = [];
      const listen = (data: unknown) => {
        const stanza = String(data);
        const [, body] = /<body>([^<]*)<\/body>/.exec(stanza) ?? [];
        if (body !== undefined && stanza.includes('urn:xmpp:mam:2')) found.push(body);
        if (!stanza.startsWith('<iq') || !stanza.includes(`id='${id}'`)) return;
        socket.off('message', listen);
        if (found.join() === bodies.join()) resolve();
        else reject(new Error(`The page before "${before}" does not hold what stands there: ${stanza}`));
      };
      socket.on('message', listen);
      const set = `<set xmlns="http://jabber.org/protocol/rsm"><max>${bodies.length}</max><before>${before}</before></set>`;
      socket.send(
        `<iq type="set" id="${id}" to="${address}"><query xmlns="urn:xmpp:mam:2">${set}</query></iq>`,
      );
    });
}
