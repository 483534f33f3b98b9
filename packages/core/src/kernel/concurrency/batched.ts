/** So that one slow batch does not block all callers. */
const AT_ONCE = 2;

interface Waiting<Input, Result> {
  readonly input: Input;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Combines simultaneous calls into batches. There is no timer: a call is worked on at once while fewer than `atOnce` batches
 * are running; calls that come meanwhile wait, and form the next batch of up to `batchMax`. With one at once, calls are answered in
 * their order.
 * `work` returns the results in the order of the inputs. What it throws is thrown to every call of the batch.
 */
export function batched<Input, Result>(
  work: (inputs: readonly Input[]) => Promise<readonly Result[]>,
  batchMax: number,
  atOnce = AT_ONCE,
): (input: Input) => Promise<Result> {
  const waiting: Array<Waiting<Input, Result>> = [];
  let running = 0;

  async function runBatches(): Promise<void> {
    running++;
    while (waiting.length > 0) await runBatch(work, waiting.splice(0, batchMax));
    running--;
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (running < atOnce) void runBatches();
    });
}

async function runBatch<Input, Result>(
  work: (inputs: readonly Input[]) => Promise<readonly Result[]>,
  batch: ReadonlyArray<Waiting<Input, Result>>,
): Promise<void> {
  try {
    const results = (await work(batch.map(({ input }) => input))).values();
    for (const { resolve, reject } of batch) {
      const next = results.next();
      if (next.done) reject(new Error('the batch returned fewer results than it has inputs'));
      else resolve(next.value);
    }
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
