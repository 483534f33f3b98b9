/** The parameters of a part's `Content-Disposition` (RFC 7578, 4.2). */
export interface PartDisposition {
  readonly name: string | null;
  /** Null for a field that is not a file. */
  readonly filename: string | null;
}

/** A quoted value may contain `\"`. A `\` before any other character is itself, as in a Windows path. */
const PARAMETER = /;\s*([\w*-]+)\s*=\s*(?:"((?:\\"|[^"])*)"|([^\s;]*))/g;

/** Parses the `Content-Disposition` header of a part. */
export function partDisposition(header: string): PartDisposition {
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of header.matchAll(PARAMETER)) {
    parameters.set(name.toLowerCase(), quoted?.replaceAll('\\"', '"') ?? token);
  }
  const plain = parameters.get('filename');
  return {
    name: parameters.get('name') ?? null,
    filename: extended(parameters.get('filename*')) ?? (plain === undefined ? null : unescaped(plain)),
  };
}

/** Browsers escape these three characters (HTML, "multipart/form-data encoding algorithm"). */
function unescaped(filename: string): string {
  return filename.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');
}

/** Decodes `UTF-8''na%C3%AFve.txt` (RFC 8187), which RFC 7578 forbids here and some libraries send. Null if malformed. */
function extended(value: string | undefined): string | null {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(value ?? '') ?? [];
  if (encoded === undefined) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
