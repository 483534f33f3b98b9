/** How long a connection may take, in milliseconds: name, TCP, TLS, password. */
const CONNECT_MS = 3_000;

/** The client of one connection to Redis 7 or Valkey. */
export type Redis = Awaited<ReturnType<typeof clientOf>>;

/**
 * Opens a connection that is not opened again by itself: `onEnd` is called when it ends. A command for which it is not ready
 * is rejected at once. Rejects after three seconds. The URL has the password, and TLS where it begins with `rediss:`.
 */
export async function openRedis(url: string, onEnd: () => void): Promise<Redis> {
  const client = await clientOf(url);
  // The client reports each lost connection here, and one without a listener would end the process.
  client.on('error', onEnd);
  client.on('end', onEnd);
  let late: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error('Redis did not answer within 3 seconds.')), CONNECT_MS);
  });
  try {
    const connecting = client.connect();
    // It rejects after the time limit too, when nobody waits for it.
    connecting.catch(() => undefined);
    await Promise.race([connecting, timeout]);
    return client;
  } catch (error) {
    closeRedis(client);
    throw error;
  } finally {
    clearTimeout(late);
  }
}

/** Ends a connection without waiting for commands under way. May be called again. */
export function closeRedis(client: Redis): void {
  if (client.isOpen) client.destroy();
}

/** A service without Redis does not load its client. */
async function clientOf(url: string) {
  const { createClient } = await import('./create-client.js');
  return createClient({
    url,
    name: 'palaver',
    disableOfflineQueue: true,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    socket: { connectTimeout: CONNECT_MS, reconnectStrategy: false },
  });
}
