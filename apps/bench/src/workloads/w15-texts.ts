import { parse } from '@palaver/markup';
import { cpuOf, hostileTexts } from '@palaver/markup/testing';
import type { Measurement } from '../harness/cell.js';
import type { Workload } from '../harness/workload.js';

const PAGE = 50;
/** The longest message of a service whose operator set no other limit. */
const CHARACTERS = 4_000;
const CELL = `a page of ${PAGE} messages of ${CHARACTERS} characters`;
const ORDINARY = 'ordinary texts';

const SENTENCE = 'Hi @bob, the **build** of `main` is red, see https://ci.example/builds/4711 :eyes:\n\n';
const KINDS = {
  [ORDINARY]: SENTENCE.repeat(CHARACTERS / SENTENCE.length + 1).slice(0, CHARACTERS),
  ...hostileTexts(CHARACTERS),
};

/** In this process, as the web client does with what is on the screen. */
export const texts: Workload = {
  name: 'w15',
  title: 'W15 texts: a page of messages is read',
  // A task of 50 ms is what a person notices.
  goals: Object.keys(KINDS).map((kind) => ({
    cell: CELL,
    metric: 'messageMs',
    of: nameOf(kind),
    to: null,
    bound: { atMost: 50 },
  })),
  async run(bench) {
    const targets = Object.entries(KINDS).map(([kind, text]) => [nameOf(kind), readPage(text)] as const);
    await bench.measureCell({
      name: CELL,
      reference: ORDINARY,
      headline: 'pageMs',
      targets: Object.fromEntries(targets),
    });
  },
};

function readPage(text: string): Measurement {
  return async () => {
    const times = Array.from({ length: PAGE }, () => cpuOf(() => void parse(text)));
    return { pageMs: times.reduce((sum, time) => sum + time, 0), messageMs: Math.max(...times) };
  };
}

/** A kind that is a text of its own is shown as JSON, without what a cell of a table cannot have. */
function nameOf(kind: string): string {
  if (/^[a-z ,]+$/.test(kind)) return kind;
  const shown = JSON.stringify(kind).replaceAll('|', '\\|').replaceAll('`', "'");
  return shown.replace(/[\u2028\u202e]/g, (hidden) => `\\u${hidden.charCodeAt(0).toString(16)}`);
}
