import type { Call } from './call.js';
import { clientSample } from './sample-client.js';
import { curlSample } from './sample-curl.js';
import { goSample } from './sample-go.js';
import { pythonSample } from './sample-python.js';
import { typeScriptSample } from './sample-typescript.js';

/** A language of the samples. */
export interface Language {
  readonly id: 'curl' | 'typescript' | 'client' | 'python' | 'go';
  readonly title: string;
  /** The code of a call to the service at `origin`; null where the language cannot make it. */
  readonly sample: (call: Call, origin: string) => string | null;
}

/** The languages, in the order in which they are offered. */
export const LANGUAGES: readonly Language[] = [
  { id: 'curl', title: 'curl', sample: curlSample },
  { id: 'typescript', title: 'TypeScript', sample: typeScriptSample },
  { id: 'client', title: '@palaver/client', sample: clientSample },
  { id: 'python', title: 'Python', sample: pythonSample },
  { id: 'go', title: 'Go', sample: goSample },
];
