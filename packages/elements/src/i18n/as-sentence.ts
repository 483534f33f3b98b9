/** `must have at most 4 characters` as a sentence. */
export function asSentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
