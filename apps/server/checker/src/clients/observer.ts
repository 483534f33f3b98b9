import { pause } from '../support/pause.js';
import type { Client } from './client.js';
import { joinChannel, leaveChannel } from './membership-operations.js';
import type { Scenario } from './scenario.js';

/** The observer joins and leaves one public channel after the other, until stopped. It ends outside. */
export async function runObserver(scenario: Scenario, client: Client, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    for (const channelId of scenario.publicIds) {
      await client.invoke(joinChannel(scenario, channelId));
      await pause(client.random.int(0, 300));
      await client.invoke(leaveChannel(scenario, channelId));
    }
  }
}
