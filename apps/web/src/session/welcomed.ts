const KEY = 'palaver:welcomed';

/** Whether somebody on this device has had an account here, or has chosen an ordinary one. They are not greeted again. */
export function isWelcomed(): boolean {
  return localStorage.getItem(KEY) !== null;
}

export function setWelcomed(): void {
  localStorage.setItem(KEY, 'yes');
}
