/** A line for the person that goes by itself. */
export interface Told {
  readonly id: number;
  readonly text: string;
  readonly isError: boolean;
  /** Where what it tells can be undone: called once it goes. */
  readonly onEnd?: (isUndone: boolean) => void;
}

let waiting: readonly Told[] = [];
let count = 0;
const listeners = new Set<() => void>();

/** Shows a line for some seconds. Assistive technology reads it out. */
export function tell(text: string, isError = false): void {
  show({ text, isError });
}

/** The same with a button that undoes what it tells. Resolves when it goes, with whether the button was pressed. */
export function offerUndo(text: string): Promise<boolean> {
  return new Promise((onEnd) => show({ text, isError: false, onEnd }));
}

function show(told: Omit<Told, 'id'>): void {
  waiting = [...waiting, { id: ++count, ...told }];
  for (const listener of [...listeners]) listener();
}

/** What is to be told and not shown yet. */
export function currentlyTold(): readonly Told[] {
  return waiting;
}

export function onTold(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Takes what is to be told. */
export function takeTold(): readonly Told[] {
  const taken = waiting;
  waiting = [];
  return taken;
}
