const COMMAND_COMPLETE = 0x43;
const HEADER_BYTES = 5;

/** A whole message of the server, and its command tag where it ends a statement (Postgres manual, 54.7). */
export interface ServerMessage {
  readonly message: Buffer;
  readonly tag: string | null;
}

/** Divides what a Postgres sends into messages. */
export class ServerMessages {
  #unread = Buffer.alloc(0);

  /** The messages that are complete with these bytes. */
  read(bytes: Buffer): ServerMessage[] {
    this.#unread = Buffer.concat([this.#unread, bytes]);
    const messages: ServerMessage[] = [];
    while (this.#unread.length >= HEADER_BYTES) {
      // The length counts itself, and not the byte before it, which is the type.
      const end = 1 + this.#unread.readUInt32BE(1);
      if (this.#unread.length < end) break;
      const message = this.#unread.subarray(0, end);
      const isEnd = message[0] === COMMAND_COMPLETE;
      messages.push({ message, tag: isEnd ? message.toString('utf8', HEADER_BYTES, end - 1) : null });
      this.#unread = this.#unread.subarray(end);
    }
    return messages;
  }
}
