/** With fewer clients, the rate limiter (60 at once, 4 a second for each address) would refuse some requests. */
const CLIENTS = 131_072;

/** Gives out the addresses of clients in turn, for the header `X-Forwarded-For`. */
export function clientAddresses(): () => string {
  let next = 0;
  return () => {
    const n = next;
    next = (next + 1) % CLIENTS;
    return `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
  };
}
