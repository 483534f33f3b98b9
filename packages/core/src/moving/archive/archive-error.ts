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
