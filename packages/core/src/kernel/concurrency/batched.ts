/** Two, so that one slow piece of work does not keep everybody waiting. */
const UNDER_WAY_MAX = 2;

interface Waiting<Asked, Answer> {
  readonly asked: Asked;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Lets those who ask at the same time share one piece of work. Whoever comes alone is served at once, since there is
 * no timer; who comes while others are served waits, and is served with all who do, `most` of them at a time.
 * `work` returns its answers in the order of what was asked; what it throws is thrown to each of them.
 */
export function batched<Asked, Answer>(
  work: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
  most: number,
): (asked: Asked) => Promise<Answer> {
  const waiting: Array<Waiting<Asked, Answer>> = [];
  let underWay = 0;

  async function serve(): Promise<void> {
    underWay++;
    while (waiting.length > 0) await answer(work, waiting.splice(0, most));
    underWay--;
  }

  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      if (underWay < UNDER_WAY_MAX) void serve();
    });
}

async function answer<Asked, Answer>(
  work: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
  batch: ReadonlyArray<Waiting<Asked, Answer>>,
): Promise<void> {
  try {
    const answers = (await work(batch.map(({ asked }) => asked))).values();
    for (const { resolve, reject } of batch) {
      const next = answers.next();
      if (next.done) reject(new Error('fewer answers than questions'));
      else resolve(next.value);
    }
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
