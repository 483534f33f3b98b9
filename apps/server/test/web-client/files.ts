import type { Page } from 'playwright-core';

export interface TestFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A PNG of this size, which shows the corner of the page. */
export function picture(page: Page, width: number, height: number): Promise<Buffer> {
  return page.screenshot({ clip: { x: 0, y: 0, width, height } });
}

/** A WAV file of a second of silence, in 8,000 samples of a byte. */
export function oneSecondOfSound(): Buffer {
  const samples = 8_000;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(samples, 24);
  header.writeUInt32LE(samples, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples, 40);
  return Buffer.concat([header, Buffer.alloc(samples, 128)]);
}

/** A PDF of one page, which says this. */
export function pdfOf(text: string): Buffer {
  const content = `BT /F1 24 Tf 40 100 Td (${text}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ].map((object, at) => `${at + 1} 0 obj${object}endobj`);
  return Buffer.from(`%PDF-1.7\n${objects.join('\n')}\ntrailer<</Root 1 0 R>>\n%%EOF`);
}

/** Drags a file over a point of the window, and lets it hover there. */
export function overWindow(page: Page, file: TestFile, at: Point): Promise<void> {
  return drag(page, file, at, ['dragenter', 'dragover']);
}

export function dropFile(page: Page, file: TestFile, at: Point): Promise<void> {
  return drag(page, file, at, ['dragenter', 'dragover', 'drop']);
}

/** Playwright has no drags from outside of the browser, so that the page gets the events of one. */
async function drag(
  page: Page,
  { name, mimeType, buffer }: TestFile,
  { x, y }: Point,
  types: readonly string[],
): Promise<void> {
  const content = JSON.stringify(buffer.toString('base64'));
  await page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob(${content}), (letter) => letter.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], ${JSON.stringify(name)}, { type: ${JSON.stringify(mimeType)} }));
    const at = { bubbles: true, cancelable: true, dataTransfer, clientX: ${x}, clientY: ${y} };
    for (const type of ${JSON.stringify(types)})
      document.elementFromPoint(${x}, ${y}).dispatchEvent(new DragEvent(type, at));
  })()`);
}

/** Keeps files that are fetched as they are on their way until the returned function is called, and no small versions. */
export async function holdOriginals(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/files/*', async (route) => {
    const [granted = ''] = new URL(route.request().url()).pathname.replace('/api/files/', '').split('.');
    if (!/ \d{3,4}$/.test(Buffer.from(granted, 'base64url').toString())) await released;
    await route.continue();
  });
  return release;
}

/** Keeps uploads on their way until the returned function is called. */
export async function holdUploads(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/attachments$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
