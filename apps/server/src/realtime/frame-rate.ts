const WINDOW_MS = 60_000;

/** Counts the frames of one socket. Each call counts one and returns whether it is within `perMinute`. */
export function frameRate(perMinute: number): () => boolean {
  let count = 0;
  let since = performance.now();
  return () => {
    const now = performance.now();
    if (now - since >= WINDOW_MS) {
      count = 0;
      since = now;
    }
    count++;
    return count <= perMinute;
  };
}
