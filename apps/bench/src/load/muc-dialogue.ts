/** Who enters which room. */
export interface MucEntry {
  readonly domain: string;
  readonly account: { readonly username: string; readonly password: string };
  readonly room: string;
}

export function roomAddress({ domain, room }: Pick<MucEntry, 'domain' | 'room'>): string {
  return `${room}@conference.${domain}`;
}

/** Signs in over a WebSocket (RFC 7395) and enters a room (XEP-0045): what to say, and what is awaited each time. */
export function mucDialogue({ domain, account, room }: MucEntry): { say: string; until: string }[] {
  const { username, password } = account;
  const open = `<open xmlns="urn:ietf:params:xml:ns:xmpp-framing" to="${domain}" version="1.0"/>`;
  const secret = Buffer.from(`\0${username}\0${password}`).toString('base64');
  const sasl = 'xmlns="urn:ietf:params:xml:ns:xmpp-sasl"';
  const bind = '<bind xmlns="urn:ietf:params:xml:ns:xmpp-bind"/>';
  const muc = '<x xmlns="http://jabber.org/protocol/muc"><history maxstanzas="0"/></x>';
  return [
    { say: open, until: '<stream:features' },
    { say: `<auth ${sasl} mechanism="PLAIN">${secret}</auth>`, until: '<success' },
    { say: open, until: '<stream:features' },
    { say: `<iq type="set" id="bind">${bind}</iq>`, until: "type='result'" },
    // The subject is the last thing that somebody who enters is told.
    {
      say: `<presence to="${roomAddress({ domain, room })}/${username}">${muc}</presence>`,
      until: '<subject',
    },
  ];
}
