/** One part, with its header lines as they are sent. */
export interface RawPart {
  /** Without the line break after the last header. */
  readonly head: string;
  readonly content: Buffer | string;
}

export const BOUNDARY = 'simple-boundary';
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

/** A multipart body of these parts. */
export function bodyOf(...parts: RawPart[]): Buffer<ArrayBuffer> {
  const pieces = parts.flatMap(({ head, content }) => [`--${BOUNDARY}\r\n${head}\r\n\r\n`, content, '\r\n']);
  return Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)));
}

/** A part with a file, as a browser sends it. */
export function filePart(
  content: Buffer | string,
  { name = 'file', filename = 'a.png', type = 'image/png' } = {},
): RawPart {
  return {
    head: `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: ${type}`,
    content,
  };
}

/** A part with a plain field. */
export function fieldPart(name: string, content: string): RawPart {
  return { head: `Content-Disposition: form-data; name="${name}"`, content };
}

/** A PNG of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
