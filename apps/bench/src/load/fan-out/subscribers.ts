import { clientAddresses } from '../common/client-addresses.js';
import { openMany } from '../common/open-many.js';
import { roundRobin } from '../common/round-robin.js';
import { openSocketClient, type SocketClient } from '../websocket/socket-client.js';
import { type DeliveryCounter, deliveryCounter } from './delivery-counter.js';
import type { SubscriberGroup } from './fan-out-job.js';

const nextAddress = clientAddresses();

/** Open sockets that all receive the same messages. */
export interface Subscribers {
  readonly first: SocketClient;
  readonly deliveries: Omit<DeliveryCounter, 'receive' | 'fail'>;
  close(): void;
}

/** Opens the sockets; resolves when all of them have subscribed. */
export async function openSubscribers(group: SubscriberGroup): Promise<Subscribers> {
  const deliveries = deliveryCounter(group);
  const nextConnection = roundRobin(group.connections);
  const clients = await openMany(group.sockets, (n) => {
    const connection = nextConnection();
    const headers = { ...connection.headers, 'x-forwarded-for': nextAddress() };
    return openSocketClient(
      { ...connection, headers },
      (bytes, start, end) => deliveries.receive(n, bytes, start, end),
      deliveries.fail,
    );
  });
  const [first] = clients;
  if (first === undefined) throw new Error('There must be at least one subscriber.');
  return {
    first,
    deliveries,
    close() {
      for (const client of clients) client.close();
    },
  };
}
