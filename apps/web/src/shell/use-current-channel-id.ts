import { useLocation } from 'wouter';

/** The channel or direct message that the address names; null for none. */
export function useCurrentChannelId(): string | null {
  const [path] = useLocation();
  return /\/(?:channels|dms)\/([^/]+)$/.exec(path)?.[1] ?? null;
}
