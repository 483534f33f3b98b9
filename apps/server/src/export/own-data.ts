import { type ActorContext, appRouter, formerMessages, ownReactions, ownRows } from '@palaver/core';

/** The largest page of a list. */
const PAGE = 100;

type Caller = ReturnType<typeof appRouter.createCaller>;
type FoundMessages = Awaited<ReturnType<Caller['search']['everywhere']>>;

/** One line of an export. */
export interface ExportLine {
  readonly type: string;
  readonly data: unknown;
}

/** What there is of a person, in the order of the lines. */
export interface OwnData {
  /** The newest messages, read at the beginning: where they cannot be found now, nothing is sent. */
  readonly firstMessages: FoundMessages;
  readonly lines: () => AsyncGenerator<ExportLine, void>;
}

/** Whose data is exported, and how it is read. */
interface Source {
  readonly ctx: ActorContext;
  readonly call: Caller;
  readonly me: Awaited<ReturnType<Caller['users']['me']>>;
  readonly firstMessages: FoundMessages;
  readonly messagesBefore: (before?: string) => Promise<FoundMessages>;
  /** Awaited before each page; it throws where the export has to end. */
  readonly goOn: () => Promise<void>;
}

type Read = (source: Source) => AsyncIterable<unknown> | Promise<readonly unknown[]>;

/**
 * The types of lines, in their order: all that the API answers a person about themselves, each record as its own operation answers it,
 * with the checks of that operation. Then what no operation answers.
 */
export const LINES = typed({
  profile: async ({ me }) => [me],
  session: ({ call }) => call.auth.sessions(),
  identity: ({ call }) => call.auth.identities(),
  secondFactors: async ({ call }) => [await call.auth.secondFactors()],
  securityEvent: ({ call, goOn }) =>
    allPages(goOn, (before) => call.users.securityEvents({ limit: PAGE, before })),
  bot: ({ call }) => call.bots.list(),
  blocked: ({ call }) => call.users.blocks(),
  mailPreferences: async ({ call }) => [await call.mailPreferences.get()],
  server: ({ call }) => call.servers.list(),
  notificationPreference,
  channelPreference: ({ ctx, goOn }) => ownRows(ctx, 'channelPreferences', goOn),
  directMessage: ({ call }) => call.dms.list(),
  readPosition: ({ ctx, goOn }) => ownRows(ctx, 'readPositions', goOn),
  followedThread: ({ ctx, goOn }) => ownRows(ctx, 'followedThreads', goOn),
  inboxItem: ({ ctx, goOn }) => ownRows(ctx, 'inboxItems', goOn),
  favorites: async ({ call }) => [await call.favorites.list()],
  draft: ({ call }) => call.drafts.list(),
  scheduledMessage: ({ call }) => call.scheduledMessages.list(),
  savedMessage: ({ call, goOn }) =>
    allPages(goOn, (before) => call.savedMessages.list({ limit: PAGE, before })),
  message: messages,
  formerMessage: ({ ctx, goOn }) => formerMessages(ctx, goOn),
  reaction: ({ ctx, goOn }) => ownReactions(ctx, goOn),
});

function typed<Type extends string>(lines: Readonly<Record<Type, Read>>): Readonly<Record<Type, Read>> {
  return lines;
}

/** Reads what an export has of the caller. `goOn` is awaited before each page, and throws where the export has to end. */
export async function ownData(ctx: ActorContext, goOn: () => Promise<void>): Promise<OwnData> {
  const call = appRouter.createCaller(ctx);
  const me = await call.users.me();
  const messagesBefore = async (before?: string) => {
    await goOn();
    return call.search.everywhere({ q: `from:${me.username}`, limit: PAGE, before });
  };
  const firstMessages = await messagesBefore();
  const source = { ctx, call, me, firstMessages, messagesBefore, goOn };
  return {
    firstMessages,
    lines: async function* () {
      for (const [type, read] of Object.entries<Read>(LINES)) {
        await goOn();
        for await (const data of await read(source)) yield { type, data };
      }
    },
  };
}

/** That of the account, and those of servers. */
async function* notificationPreference({ call, goOn }: Source): AsyncGenerator<unknown, void> {
  yield await call.notificationPreferences.getForAccount();
  for (const { id: serverId } of await call.servers.list()) {
    await goOn();
    yield await call.notificationPreferences.getForServer({ serverId });
  }
}

/** What the person wrote where they may read now, the newest first. */
async function* messages({ me, firstMessages, messagesBefore }: Source): AsyncGenerator<unknown, void> {
  let found = firstMessages;
  while (found.length > 0) {
    for (const { message } of found) if (message.userId === me.id) yield message;
    found = await messagesBefore(found.at(-1)?.message.id);
  }
}

async function* allPages<Item extends { readonly id: string }>(
  goOn: () => Promise<void>,
  read: (before?: string) => Promise<readonly Item[]>,
): AsyncGenerator<Item, void> {
  for (let before: string | undefined; ; ) {
    await goOn();
    const page = await read(before);
    yield* page;
    if (page.length < PAGE) return;
    before = page.at(-1)?.id;
  }
}
