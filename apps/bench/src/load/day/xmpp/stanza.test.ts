import { expect, test } from 'vitest';
import { headOf } from './stanza.js';

/** As ejabberd 23.01 wrote them. */
const TO = "xmlns='jabber:client' to='person-5@localhost/1093'";
const ROOM = "from='server-0-channel-0@conference.localhost";

const nothing = { name: 'other', id: '', room: '', author: '', isError: false, isArchived: false };
const room = 'server-0-channel-0';

test.each([
  [
    'a message',
    `<message xml:lang='en' ${TO} ${ROOM}/person-0' type='groupchat' id='person-0-7'><body>hello</body></message>`,
    { name: 'message', id: 'person-0-7', room, author: 'person-0' },
  ],
  [
    'a message of the archive, which has the id of its sender within',
    `<message ${TO} ${ROOM}'><result id='179' xmlns='urn:xmpp:mam:2'><forwarded xmlns='urn:xmpp:forward:0'><message id='person-5-1'/></forwarded></result></message>`,
    { name: 'message', room, isArchived: true },
  ],
  [
    'the end of a page of the archive',
    `<iq ${TO} ${ROOM}' type='result' id='person-5-1'><fin complete='false' xmlns='urn:xmpp:mam:2'/></iq>`,
    { name: 'iq', id: 'person-5-1', room },
  ],
  [
    'a refusal',
    `<message ${TO} ${ROOM}' type='error' id='person-5-2'><error type='modify'/></message>`,
    { name: 'message', id: 'person-5-2', room, isError: true },
  ],
  ['another stanza', `<presence ${TO} ${ROOM}/person-0'/>`, { room, author: 'person-0' }],
])('%s', (_, stanza, expected) => {
  expect(headOf(stanza)).toEqual({ ...nothing, ...expected });
});
