import type { ExampleFile } from './call.js';

/** A picture of 32 × 32 pixels. */
export const PICTURE: ExampleFile = {
  name: 'avatar.png',
  type: 'image/png',
  base64:
    'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgAQMAAABJtOi3AAAABlBMVEU0UbKUsP+7Wc0HAAAAFElEQVR42mNg+A+ERBBEKmOgsnkA7b0/wU6R7xwAAAAASUVORK5CYII=',
};

/** A short text. */
export const TEXT_FILE: ExampleFile = {
  name: 'notes.txt',
  type: 'text/plain',
  base64: 'SGVsbG8gZnJvbSB0aGUgQVBJIHJlZmVyZW5jZS4K',
};
