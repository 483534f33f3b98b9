export interface TextOptions {
  readonly anchor: 'start' | 'middle' | 'end';
  readonly weight?: 'normal' | 'bold';
}

/** A text at a point, in pixels. */
export function svgText(
  x: number,
  y: number,
  content: string,
  { anchor, weight = 'normal' }: TextOptions,
): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" font-weight="${weight}">${escapeXml(content)}</text>`;
}

/** A whole document with a title for screen readers. */
export function svgDocument(title: string, width: number, height: number, parts: readonly string[]): string {
  const style = 'font-family="system-ui, sans-serif" font-size="12" fill="#222"';
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${style}>`;
  // A white background, because the page may be dark.
  const background = '<rect width="100%" height="100%" fill="#fff"/>';
  return `${open}\n<title>${escapeXml(title)}</title>\n${background}\n${parts.join('\n')}\n</svg>\n`;
}

/** Rounds to a tenth of a pixel. */
export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escapeXml(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
