import type { HandshakeStep } from './connection-spec.js';
import type { OnText } from './frames.js';

/** How many characters of unexpected frames are kept for an error message. */
const MAX_UNEXPECTED_LENGTH = 300;

export interface Handshake {
  /** Starts the first step. */
  readonly begin: () => void;
  readonly onText: OnText;
  /** What was received in this step and did not end it: usually the reason of a refusal. */
  readonly unexpected: () => string;
}

export interface HandshakeOptions {
  readonly steps: readonly HandshakeStep[];
  readonly send: (text: string) => void;
  /** Called when the last step is over. */
  readonly onDone: () => void;
  /** Receives every frame after that. */
  readonly onText: OnText;
}

/** Takes a connection through its steps. */
export function handshake({ steps, send, onDone, onText }: HandshakeOptions): Handshake {
  let current = -1;
  let unexpected = '';
  const next = () => {
    current++;
    unexpected = '';
    const step = steps[current];
    if (step === undefined) onDone();
    else if (step.send !== undefined) send(step.send);
  };
  return {
    begin: next,
    onText: (bytes, start, end) => {
      const step = steps[current];
      if (step === undefined) {
        onText(bytes, start, end);
        return;
      }
      const text = bytes.toString('utf8', start, end);
      if (text.includes(step.until)) next();
      else unexpected = `${unexpected}${text}`.slice(-MAX_UNEXPECTED_LENGTH);
    },
    unexpected: () => unexpected,
  };
}
