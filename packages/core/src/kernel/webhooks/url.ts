/** Below are the ports of mail, shells and other services that no webhook is behind. */
const LOWEST_OTHER_PORT = 1_024;

/** Why the service does not call a URL, whatever its address; null where it may. */
export function urlProblem(text: string, mayUseHttp: boolean): string | null {
  if (!URL.canParse(text)) return 'must be a URL such as https://example.com/hooks';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(mayUseHttp && url.protocol === 'http:'))
    return 'must begin with https://; http:// is for the networks of WEBHOOK_PRIVATE_NETWORKS';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or a password';
  if (url.hash !== '') return 'must not contain a fragment';
  const port = Number(url.port);
  const isPort = url.port === '' || port === 80 || port === 443 || port >= LOWEST_OTHER_PORT;
  return isPort ? null : `must have the port 80, 443, or one from ${LOWEST_OTHER_PORT}`;
}

/** The host of a URL without its port: what is called at the same time is counted by it. */
export function hostOf(url: string): string {
  return new URL(url).hostname;
}
