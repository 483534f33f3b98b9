import { openAtStart } from './live.js';

// Imported before everything that shows something.
openAtStart();
