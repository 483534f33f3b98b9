const SAFE = /^(https?:|mailto:)/i;

/** Whether what somebody has written as an address may be a link: one of another kind could run a script in the page. */
export function isSafeAddress(address: string): boolean {
  return SAFE.test(address);
}
