/** As many clients as a busy evening has: with fewer the rate limiter (60 at once, 4 a second) would refuse some. */
const CLIENTS = 131_072;

/** Gives out client addresses in turn, for `X-Forwarded-For`. */
export function clientAddresses(): () => string {
  let next = 0;
  return () => {
    const n = next;
    next = (next + 1) % CLIENTS;
    return `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
  };
}
