import type { BuiltBlock, BuiltSpan } from '@palaver/markup/build';

/** Reads the texts of a message. */
export interface SlackReader {
  readonly formatted: (mrkdwn: string) => BuiltBlock[];
  /** Without marks such as `*bold*`. */
  readonly unformatted: (mrkdwn: string) => BuiltBlock[];
  /** A text that has no tokens either. */
  readonly plain: (text: string) => BuiltSpan[];
  /** The span of a token such as `<@U123>`. */
  readonly token: (token: string) => BuiltSpan;
}
