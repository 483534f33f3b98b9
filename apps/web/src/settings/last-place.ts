let place = '/';

/** Remembers where the person is in the chat, for when the settings are closed. */
export function rememberPlace(path: string): void {
  place = path;
}

export function lastPlace(): string {
  return place;
}
