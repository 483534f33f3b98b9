import { MultipartParser } from 'formidable';

/** What formidable's parser emits: a name and, for most, a slice of a buffer. */
export interface Token {
  readonly name: string;
  readonly buffer?: Buffer;
  readonly start?: number;
  readonly end?: number;
}

/**
 * formidable's parser without its form, which continues after an error and leaves temporary files behind. It is
 * synchronous, and its tokens go to `onToken` at once: a content that repeats the boundary with another end has two
 * tokens for each, and as items of a stream they would take 20 times as long.
 */
export class TokenParser extends MultipartParser {
  readonly #onToken: (token: Token) => void;

  constructor(boundary: string, onToken: (token: Token) => void) {
    super();
    this.#onToken = onToken;
    this.initWithBoundary(boundary);
    this.on('error', () => {});
  }

  override push(token: Token | null): boolean {
    if (token === null) return super.push(null);
    this.#onToken(token);
    return true;
  }
}
