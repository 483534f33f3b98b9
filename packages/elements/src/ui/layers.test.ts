import { beforeEach, describe, expect, test } from 'vitest';
import { type Entries, Layers } from './layers.js';

/** A history as a browser has one, that calls `moved` by itself. */
class History implements Entries {
  entries: string[] = ['page'];
  at = 0;
  waiting: Array<() => void> = [];
  layers = new Layers(this);

  get current(): string {
    return this.entries[this.at] ?? '';
  }

  isLayer(): boolean {
    return this.current.endsWith('+');
  }

  push(): void {
    this.navigate(`${this.current}+`);
  }

  navigate(to: string): void {
    this.entries = [...this.entries.slice(0, this.at + 1), to];
    this.at += 1;
  }

  back(): void {
    this.at -= 1;
    this.layers.moved();
    this.settle();
  }

  soon(act: () => void): void {
    this.waiting.push(act);
  }

  settle(): void {
    for (const act of this.waiting.splice(0)) act();
  }
}

describe('layers', () => {
  let history: History;
  let closed: string[];
  /** Opens one that removes itself when it is closed. */
  function open(name: string) {
    const leave = history.layers.enter(() => {
      closed.push(name);
      leave();
    });
    return leave;
  }
  beforeEach(() => {
    history = new History();
    closed = [];
  });

  test('are closed by Back, the last one first, and the page stays', () => {
    open('first');
    open('second');
    history.back();
    expect(closed).toEqual(['second']);
    history.back();
    expect(closed).toEqual(['second', 'first']);
    expect(history.current).toBe('page');
  });

  test('leave no entry behind when they are closed in another way', () => {
    const leave = open('one');
    expect(history.current).toBe('page+');
    leave();
    history.settle();
    expect(history.current).toBe('page');
  });

  test('may take the place of each other', () => {
    open('first')();
    open('second');
    history.settle();
    expect(history.current).toBe('page+');
    history.back();
    expect(closed).toEqual(['second']);
  });

  test('that lead to another page are passed over on the way back', () => {
    const leave = open('one');
    history.navigate('other');
    leave();
    history.settle();
    expect(history.current).toBe('other');
    history.back();
    expect(history.current).toBe('page');
    expect(closed).toEqual([]);
  });
});
