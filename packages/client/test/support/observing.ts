import type { Cursors } from '@palaver/client';
import type { Event, Message } from '@palaver/core';
import type { Caller, TestUser } from '@palaver/core/testing';
import { applyEvent, type Page, parseStreamSeq, type Reducer, type View } from '../../src/state/index.js';

/** One kind of read: the request, the state made from its answer, and the reducer of that state. */
interface Read<Answer, State> {
  readonly procedure: string;
  /** Where a procedure is read in more than one way. */
  readonly variant?: string;
  readonly ask: (call: Caller) => Promise<Answer>;
  readonly begin: (answer: Answer) => State;
  readonly reduce: Reducer<State>;
  /** The part of the state that must equal that of a fresh answer. */
  readonly compared: (state: State) => unknown;
}

/** One user's view of one answer, to which events are applied. */
export interface Observer {
  /** The procedure, and the variant if it has one. */
  readonly read: string;
  readonly userId: string;
  readonly cursors: Cursors;
  readonly compared: unknown;
  /** Whether the answer must be read again. */
  readonly stale: boolean;
  apply(event: Event): void;
  /** A new observer from the same read now; null when the service refuses it. */
  refresh(): Promise<Observer | null>;
}

/** Begins to observe; null when the service refuses the read. */
export type Begin = (someone: TestUser) => Promise<Observer | null>;

export function reading<Answer, State>(read: Read<Answer, State>): Begin {
  return async (someone) => {
    const { call, replyHeaders } = someone.withKey('reading');
    const answer = await read.ask(call).catch(() => null);
    if (answer === null) return null;
    const cursors = parseStreamSeq(replyHeaders.get('Stream-Seq'));
    return observing(read, someone, { state: read.begin(answer), cursors });
  };
}

function observing<Answer, State>(
  read: Read<Answer, State>,
  someone: TestUser,
  first: View<State>,
): Observer {
  let view = first;
  return {
    read: [read.procedure, read.variant ?? []].flat().join(', '),
    userId: someone.id,
    get cursors() {
      return view.cursors;
    },
    get compared() {
      return read.compared(view.state);
    },
    get stale() {
      return view.stale ?? false;
    },
    apply: (event) => {
      view = applyEvent(view, event, read.reduce);
    },
    refresh: () => reading(read)(someone),
  };
}

/** Of the pages that are read. */
export const LIMIT = 100;
export const same = <T>(state: T): T => state;
export const newest = <Item>(items: Item[]): Page<Item> => ({ items, newest: true });
export const itemsOf = ({ items }: Pick<Page<unknown>, 'items'>) => items;
/** The author's profile in a message is a copy that no event updates: `docs/state.md`. */
export const withoutProfile = (it: Message) => ({ ...it, user: it.user.id });
