/** What is wrong with an archive, as a sentence for a person. `line` is the number of the line, from 1; null where no line is to blame. */
export class ArchiveError extends Error {
  constructor(
    message: string,
    readonly line: number | null = null,
  ) {
    super(line === null ? message : `line ${line}: ${message}`);
    this.name = 'ArchiveError';
  }
}

/** What a library says of a zip. Some end their sentence, and some do not. */
export function damagedZip({ message }: Error): ArchiveError {
  return new ArchiveError(`The zip is damaged: ${message.replace(/\.$/, '')}.`);
}
