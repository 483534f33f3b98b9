import type { BusTransport } from '@palaver/core';
import { closeRedis, openRedis } from '../redis/client.js';

/** With 1,000 messages under way at most, this bounds what waits in the memory of one node to 32 MB. */
const MAX_BYTES = 32_768;

/** Carries messages over one channel of Redis, which all nodes of the database `identity` use. */
export function redisTransport(url: string, identity: string): BusTransport {
  const channel = `palaver:${identity}:bus`;
  return {
    maxBytes: MAX_BYTES,
    connect: async (onMessage) => {
      let over = () => {};
      const closed = new Promise<void>((resolve) => {
        over = resolve;
      });
      const client = await openRedis(url, () => over());
      try {
        await client.subscribe(channel, onMessage);
      } catch (error) {
        closeRedis(client);
        throw error;
      }
      return {
        send: async (message) => void (await client.publish(channel, message)),
        closed,
        close: () => {
          over();
          closeRedis(client);
        },
      };
    },
  };
}
