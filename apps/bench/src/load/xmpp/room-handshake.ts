import type { Account } from './room-jobs.js';

/** Which account joins which room. */
export interface RoomLogin {
  readonly domain: string;
  readonly account: Account;
  readonly room: string;
}

export function roomAddress({ domain, room }: Pick<RoomLogin, 'domain' | 'room'>): string {
  return `${room}@conference.${domain}`;
}

interface Step {
  readonly send: string;
  readonly until: string;
}

/** The steps that sign an account in over a WebSocket (RFC 7395) and join a room (XEP-0045). */
export function roomHandshake(login: RoomLogin): Step[] {
  return [...signIn(login), join(login)];
}

/** The same for several rooms. */
export function roomsHandshake(login: Omit<RoomLogin, 'room'>, rooms: readonly string[]): Step[] {
  return [...signIn(login), ...rooms.map((room) => join({ ...login, room }))];
}

function signIn({ domain, account }: Omit<RoomLogin, 'room'>): Step[] {
  const { username, password } = account;
  const open = `<open xmlns="urn:ietf:params:xml:ns:xmpp-framing" to="${domain}" version="1.0"/>`;
  const secret = Buffer.from(`\0${username}\0${password}`).toString('base64');
  const sasl = 'xmlns="urn:ietf:params:xml:ns:xmpp-sasl"';
  const bind = '<bind xmlns="urn:ietf:params:xml:ns:xmpp-bind"/>';
  return [
    { send: open, until: '<stream:features' },
    { send: `<auth ${sasl} mechanism="PLAIN">${secret}</auth>`, until: '<success' },
    { send: open, until: '<stream:features' },
    { send: `<iq type="set" id="bind">${bind}</iq>`, until: "type='result'" },
  ];
}

/** The subject is the last stanza of a join (XEP-0045, 7.1). */
function join({ domain, account, room }: RoomLogin): Step {
  const muc = '<x xmlns="http://jabber.org/protocol/muc"><history maxstanzas="0"/></x>';
  const send = `<presence to="${roomAddress({ domain, room })}/${account.username}">${muc}</presence>`;
  return { send, until: '<subject' };
}
