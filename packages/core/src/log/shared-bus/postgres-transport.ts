import { type DatabaseConnection, openNotifications, PAYLOAD_BYTES_MAX } from '@palaver/db';
import type { BusTransport } from './transport.js';

/** The same for all nodes: notifications stay within their database. */
const CHANNEL = 'palaver_bus';

/** Carries messages as notifications of Postgres. */
export function postgresTransport(connection: DatabaseConnection): BusTransport {
  return {
    maxBytes: PAYLOAD_BYTES_MAX,
    connect: (onMessage) => openNotifications(connection, CHANNEL, onMessage),
  };
}
