import type { Cursors } from '../events/cursors.js';
import type { PalaverEvent } from '../events/frames.js';
import type { Page } from '../state/lists.js';
import type { ListResource, ListState, PageRequest, ResourceState } from '../state/resource.js';
import type { View } from '../state/view.js';
import { keepSame } from './equality.js';
import { applied, type Held, type Reading, resynced, withoutStream } from './held.js';
import {
  endsOf,
  itemsOf,
  keptShort,
  newestIdOf,
  oldestIdOf,
  type ReadPage,
  type Run,
  type RunSizes,
} from './runs.js';
import { grownAbove, grownBelow, jumpedTo, shownOf, type TwoRuns } from './two-runs.js';

const NOTHING = { latest: null, elsewhere: null };

/** A list, of which at most two parts are loaded. */
export class HeldList<Item> implements Held {
  readonly #resource: ListResource<Item>;
  readonly #sizes: RunSizes;
  #runs: TwoRuns<Item> = NOTHING;
  #stale = false;
  #gone = false;
  #loading: ListState<Item>['loading'] = null;
  #state: ResourceState<ListState<Item>> = { status: 'loading', value: null, stale: false };

  constructor(resource: ListResource<Item>, sizes: RunSizes) {
    this.#resource = resource;
    this.#sizes = sizes;
  }

  get key(): string {
    return this.#resource.key;
  }

  get of(): string | null {
    return this.#resource.of;
  }

  get state(): ResourceState<ListState<Item>> {
    return this.#state;
  }

  get outdated(): boolean {
    return !this.#gone && (this.#runs.latest === null || this.#stale);
  }

  cursors(): readonly Cursors[] {
    const runs = [this.#runs.latest, this.#runs.elsewhere].filter((run) => run !== null);
    return runs.flatMap(({ pages }) => pages.map(({ view }) => view.cursors));
  }

  apply(event: PalaverEvent): boolean {
    const changed = this.#change((view) => applied(view, event, this.#resource.reduce));
    const { latest } = this.#runs;
    if (changed && latest) {
      this.#runs = { ...this.#runs, latest: keptShort(latest, this.#sizes, this.#resource.idOf) };
      this.#show();
    }
    return changed;
  }

  resync(streamId: string, seq: number): void {
    this.#change((view) => resynced(view, streamId, seq));
  }

  lose(streamId: string): void {
    if (this.#resource.of === streamId) this.leave();
    else this.#change((view) => withoutStream(view, streamId));
  }

  leave(): void {
    this.#gone = true;
    this.#runs = NOTHING;
    this.#state = { status: 'gone', value: null, stale: false };
  }

  reopen(): void {
    if (!this.#gone) return;
    this.#gone = false;
    this.#state = { status: 'loading', value: null, stale: false };
  }

  /** Reads the newest page again, and where a run elsewhere is shown, the page in its middle. Their other pages go. */
  async refresh(reading: Reading): Promise<void> {
    const take = await this.#read(reading, {});
    const latest = take();
    const shown = this.#runs.elsewhere && itemsOf(this.#runs.elsewhere);
    const middle = shown?.[Math.floor(shown.length / 2)];
    this.#runs = { latest, elsewhere: null };
    this.#stale = latest.pages.some(({ view }) => view.stale);
    if (middle !== undefined) await this.#jump(reading, this.#resource.idOf(middle)).catch(() => {});
    this.#show();
  }

  async loadOlder(reading: Reading): Promise<void> {
    const run = shownOf(this.#runs);
    const before = run && oldestIdOf(run);
    if (!run?.hasOlder || before === null || this.#loading !== null) return;
    await this.#whileLoading('older', async () => {
      const take = await this.#read(reading, { before });
      const older = this.#taken(take());
      this.#runs = grownBelow(this.#runs, before, older, this.#sizes.run);
    });
  }

  async loadNewer(reading: Reading): Promise<void> {
    const after = this.#runs.elsewhere && newestIdOf(this.#runs.elsewhere);
    if (after === null || this.#loading !== null) return;
    await this.#whileLoading('newer', async () => {
      const take = await this.#read(reading, { after });
      const newer = this.#taken(take());
      const [page] = newer.pages;
      const { run: max } = this.#sizes;
      const above = page && { page, isFull: newer.hasOlder };
      if (above) this.#runs = grownAbove(this.#runs, after, above, { max, idOf: this.#resource.idOf });
    });
  }

  /** Shows the items around one. Rejects when the service does not know it. */
  async showAround(reading: Reading, id: string): Promise<void> {
    const isLatest =
      this.#runs.latest && itemsOf(this.#runs.latest).some((item) => this.#resource.idOf(item) === id);
    if (isLatest) this.showLatest();
    else await this.#whileLoading('around', () => this.#jump(reading, id));
  }

  showLatest(): void {
    this.#runs = { ...this.#runs, elsewhere: null };
    this.#show();
  }

  stored(): unknown {
    const { latest } = this.#runs;
    const [page] = latest?.pages ?? [];
    if (!latest || !page) return undefined;
    const { state, cursors } = page.view;
    const hasOlder = latest.hasOlder || latest.pages.length > 1;
    return { state: { items: state.items, hasOlder, oldestId: page.oldestId }, cursors };
  }

  restore(view: View<unknown>, isCurrent: boolean, follow: (cursors: Cursors) => boolean): void {
    const stored = view.state;
    if (this.#runs.latest !== null || this.#gone || typeof stored !== 'object' || stored === null) return;
    const { items, hasOlder, oldestId }: { items?: unknown; hasOlder?: unknown; oldestId?: unknown } = stored;
    if (!Array.isArray(items)) return;
    const isLive = isCurrent && follow(view.cursors);
    const page: ReadPage<Item> = {
      view: { state: { items, newest: true }, cursors: isLive ? view.cursors : {} },
      newestId: endsOf<Item>(items, this.#resource.idOf).newestId,
      oldestId: typeof oldestId === 'string' ? oldestId : null,
    };
    this.#runs = { ...this.#runs, latest: { pages: [page], hasOlder: hasOlder === true } };
    this.#stale = !isLive;
    this.#show();
  }

  async #jump(reading: Reading, around: string): Promise<void> {
    const take = await this.#read(reading, { around });
    this.#runs = jumpedTo(this.#runs, this.#taken(take()), this.#resource.idOf);
  }

  /** A run that was read. What could not be joined with the events since makes the whole list outdated. */
  #taken(run: Run<Item>): Run<Item> {
    this.#stale ||= run.pages.some(({ view }) => view.stale);
    return run;
  }

  /** Reads one page, as a run of its own. It has older ones when it is full: there may be more where it came from. */
  async #read(reading: Reading, cursor: Omit<PageRequest, 'limit'>): Promise<() => Run<Item>> {
    const { read, reduce, idOf } = this.#resource;
    const limit = this.#sizes.page;
    const isOlder = cursor.before !== undefined || cursor.around !== undefined;
    let count = 0;
    let ids = endsOf<Item>([], idOf);
    const take = await reading<Page<Item>>(async (tools) => {
      const { state: items, cursors }: View<Item[]> = await read(tools, { ...cursor, limit });
      count = items.length;
      ids = endsOf(items, idOf);
      // Nothing is newer than a page after an item that is not full. Events that come meanwhile belong to it already.
      const newest = !isOlder && (cursor.after === undefined || count < limit);
      return { state: { items, newest }, cursors };
    }, reduce);
    return () => ({ pages: [{ view: take(), ...ids }], hasOlder: count >= limit });
  }

  async #whileLoading(
    what: NonNullable<ListState<Item>['loading']>,
    work: () => Promise<void>,
  ): Promise<void> {
    this.#loading = what;
    this.#show();
    try {
      await work();
    } finally {
      this.#loading = null;
      this.#show();
    }
  }

  /** Changes the views of all pages. Returns whether one of them is another one. */
  #change(to: (view: View<Page<Item>>) => View<Page<Item>>): boolean {
    let changed = false;
    const changedRun = (run: Run<Item>): Run<Item> => {
      const pages = run.pages.map((page) => {
        const view = to(page.view);
        if (view === page.view) return page;
        changed = true;
        this.#stale ||= view.stale ?? false;
        return { ...page, view };
      });
      return { ...run, pages };
    };
    const { latest, elsewhere } = this.#runs;
    const runs = { latest: latest && changedRun(latest), elsewhere: elsewhere && changedRun(elsewhere) };
    if (!changed) return false;
    this.#runs = runs;
    this.#show();
    return true;
  }

  #show(): void {
    const run = shownOf(this.#runs);
    if (this.#gone || run === null) return;
    const value: ListState<Item> = {
      items: itemsOf(run),
      hasOlder: run.hasOlder,
      hasNewer: this.#runs.elsewhere !== null,
      loading: this.#loading,
    };
    this.#state = keepSame(this.#state, { status: 'ready', value, stale: this.#stale });
  }
}
