/** The time of the processor, in milliseconds, that a call takes: what else the machine does does not count. */
export function cpuOf(call: () => void): number {
  const before = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
