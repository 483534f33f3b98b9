/** What the first tag of a stanza says. Empty where it does not say it. */
export interface StanzaHead {
  readonly name: 'message' | 'iq' | 'other';
  readonly id: string;
  /** The room that it comes from, and the name of its author there. */
  readonly room: string;
  readonly author: string;
  readonly isError: boolean;
  /** A message out of a page of the archive (XEP-0313). What ends the page has the same namespace, and is an `iq`. */
  readonly isArchived: boolean;
}

const ARCHIVE = 'urn:xmpp:mam:2';

/** Reads a stanza as ejabberd writes it: with single quotes. */
export function headOf(stanza: string): StanzaHead {
  const [head = '', tag] = /^<([a-z]+)[^>]*/.exec(stanza) ?? [];
  const name = tag === 'message' || tag === 'iq' ? tag : 'other';
  const [, id = ''] = / id='([^']*)'/.exec(head) ?? [];
  const [, room = '', author = ''] = / from='([^@']*)@[^/']*(?:\/([^']*))?'/.exec(head) ?? [];
  return {
    name,
    id,
    room,
    author,
    isError: head.includes(" type='error'"),
    isArchived: name === 'message' && stanza.includes(ARCHIVE),
  };
}
