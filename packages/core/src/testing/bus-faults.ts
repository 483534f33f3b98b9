import type { BusConnection, BusTransport } from '../log/shared-bus/transport.js';

/** What happens to a message that arrives. A late one arrives after the next one that passes. */
export type MessageFate = 'passed' | 'lost' | 'twice' | 'late';

/** Does to the messages between nodes what networks do. One object may wrap the transports of several nodes. */
export interface BusFaults {
  wrap(this: void, transport: BusTransport): BusTransport;
  /** Decides about each message from now on; beats are messages too. */
  decide(fateOf: (message: string) => MessageFate): void;
  /** Ends all connections and refuses new ones, until `restore`. */
  cut(): void;
  /** Messages are lost, while the connections look healthy, until `restore`. */
  mute(): void;
  /** Lets everything pass again. */
  restore(): void;
}

export function createBusFaults(): BusFaults {
  const connections = new Set<BusConnection>();
  let fateOf: (message: string) => MessageFate = () => 'passed';
  let isCut = false;

  const receiver = (onMessage: (message: string) => void) => {
    let late: string | null = null;
    return (message: string) => {
      const fate = fateOf(message);
      if (fate === 'late') late = message;
      if (fate === 'lost' || fate === 'late') return;
      onMessage(message);
      if (fate === 'twice') onMessage(message);
      if (late !== null) onMessage(late);
      late = null;
    };
  };

  return {
    wrap: (transport) => ({
      maxBytes: transport.maxBytes,
      connect: async (onMessage) => {
        if (isCut) throw new Error('The test has cut the bus');
        const connection = await transport.connect(receiver(onMessage));
        connections.add(connection);
        void connection.closed.then(() => connections.delete(connection));
        return connection;
      },
    }),
    decide: (decide) => {
      fateOf = decide;
    },
    cut: () => {
      isCut = true;
      for (const connection of connections) connection.close();
    },
    mute: () => {
      fateOf = () => 'lost';
    },
    restore: () => {
      isCut = false;
      fateOf = () => 'passed';
    },
  };
}
