/** The length of every message of the benchmark, in bytes. */
export const MESSAGE_LENGTH = 200;

/** The content of messages that are sent. */
export const CONTENT = 'm'.repeat(MESSAGE_LENGTH);

/** Fills numbered messages up to their length. */
export const FILLER = 'with text that fills the rest ';
