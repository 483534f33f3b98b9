/** How many connections are opened at a time: all at once would overflow the backlog of the listening socket. */
const CONCURRENCY = 50;

/** Opens `count` connections, a limited number at a time; resolves with all of them in order. Rejects when one fails. */
export async function openMany<T>(count: number, open: (n: number) => Promise<T>): Promise<T[]> {
  const opened: T[] = [];
  let started = 0;
  const worker = async () => {
    for (let n = started++; n < count; n = started++) opened[n] = await open(n);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return opened;
}
