import { connect, type DatabaseConnection } from '../connection.js';
import { NotifyQueue } from './notify-queue.js';

/** Postgres refuses a payload of 8,000 bytes (Postgres manual, NOTIFY). */
export const PAYLOAD_BYTES_MAX = 7_900;

/** A connection of its own that listens to one channel of its database, and notifies it. */
export interface Notifications {
  /** Notifies with a JSON text of at most `PAYLOAD_BYTES_MAX` bytes. Resolves once it is committed; rejects where that is not certain. */
  send(payload: string): Promise<void>;
  /** Resolves when the connection is over. */
  readonly closed: Promise<void>;
  /** Ends the connection without waiting for statements under way. May be called again. */
  close(): void;
}

/** In seconds. A notification that is late is worth nothing: the receivers read the log. */
const PATIENCE = { connect_timeout: 2, queue_timeout: 2, answer_timeout: 3 };

/**
 * Connects once and listens. Every connection that listens receives each payload, the one that sent it too. The connection
 * must lead to Postgres itself: behind a pooler for transactions nothing arrives.
 */
export async function openNotifications(
  connection: DatabaseConnection,
  channel: string,
  onPayload: (payload: string) => void,
): Promise<Notifications> {
  let over = () => {};
  const closed = new Promise<void>((resolve) => {
    over = resolve;
  });
  const sql = connect(connection, {
    max: 1,
    max_lifetime: null,
    ...PATIENCE,
    onnotify: (_channel, payload) => onPayload(payload),
    onclose: () => over(),
    // A crash of Postgres loses what is not delivered in any case, so its commit need not reach the disk.
    connection: { application_name: 'palaver bus', synchronous_commit: 'off' },
  });
  const close = () => {
    over();
    void sql.end({ timeout: 0 }).catch(() => undefined);
  };
  try {
    await sql`listen ${sql(channel)}`;
  } catch (error) {
    close();
    throw error;
  }
  const queue = new NotifyQueue(sql, channel);
  return { send: (payload) => queue.send(payload), closed, close };
}
