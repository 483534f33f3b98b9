import { LinkifyIt } from 'linkify-it';

/**
 * Finds addresses with `http://`, `https://` or `www.`, those of mail, and with `fuzzyLink` others that end with the domain of
 * a country or one of the best known.
 */
export function linkifier({ fuzzyLink }: { readonly fuzzyLink: boolean }): LinkifyIt {
  return new LinkifyIt({ fuzzyLink, fuzzyEmail: true })
    .add('//', null)
    .add('ftp:', null)
    .add('www.', {
      validate: (text, pos, self) => {
        const host = self.re.get_relative_proto_validator();
        host.lastIndex = pos;
        return host.exec(text)?.[0].length ?? 0;
      },
      normalize: (match) => {
        match.url = `http://${match.url}`;
      },
    });
}
