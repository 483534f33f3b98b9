import { setTimeout } from 'node:timers/promises';

/** Asks again and again for what has no event, such as the state of another program. In a hook `expect.poll` is not possible. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await setTimeout(20);
}
