/** The capital of Turkish with a dot becomes an "i" with a second dot, which looks like an "i". */
const DOTTED_I = /i\u0307/gu;

/** How a typed name of a channel is written (docs/reference.md, section 4.2). Whether a channel may have it, the service says. */
export function channelSlugOf(name: string): string {
  const lower = name.normalize('NFKC').trim().toLowerCase().replaceAll(DOTTED_I, 'i');
  return lower.replace(/\s+/gu, '-').normalize('NFKC');
}

/** Whether a slug has only what it may have: letters of any script, their marks, digits, "_" and "-". */
export function isChannelSlug(slug: string): boolean {
  return /^[\p{L}\p{N}\p{M}_-]+$/u.test(slug);
}
