import { type ActorContext, appRouter, formerMessages, ownReactions } from '@palaver/core';

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

/**
 * All that the API answers a person about themselves, and the messages that they wrote where they may read now: each record
 * as its own operation answers it, with the checks of that operation. Then what no operation answers: their reactions, and
 * what they wrote where they may not read any more. `goOn` is awaited before each page, and throws where
 * the export has to end.
 */
export async function ownData(ctx: ActorContext, goOn: () => Promise<void>): Promise<OwnData> {
  const call = appRouter.createCaller(ctx);
  const me = await call.users.me();
  const page = async (before?: string) => {
    await goOn();
    return call.search.everywhere({ q: `from:${me.username}`, limit: PAGE, before });
  };
  const firstMessages = await page();
  return {
    firstMessages,
    lines: async function* () {
      yield { type: 'profile', data: me };
      yield* account(call);
      yield* places(call, goOn);
      yield* kept(call, goOn);
      for (let found = firstMessages; found.length > 0; found = await page(found.at(-1)?.message.id)) {
        for (const { message } of found)
          if (message.userId === me.id) yield { type: 'message', data: message };
      }
      for await (const data of formerMessages(ctx, goOn)) yield { type: 'formerMessage', data };
      for await (const data of ownReactions(ctx, goOn)) yield { type: 'reaction', data };
    },
  };
}

async function* account(call: Caller): AsyncGenerator<ExportLine, void> {
  yield* each('session', await call.auth.sessions());
  yield* each('identity', await call.auth.identities());
  yield* each('bot', await call.bots.list());
  yield* each('blocked', await call.users.blocks());
  yield { type: 'mailPreferences', data: await call.mailPreferences.get() };
  yield { type: 'notificationPreference', data: await call.notificationPreferences.getForAccount() };
}

async function* places(call: Caller, goOn: () => Promise<void>): AsyncGenerator<ExportLine, void> {
  for (const server of await call.servers.list()) {
    await goOn();
    yield { type: 'server', data: server };
    const preference = await call.notificationPreferences.getForServer({ serverId: server.id });
    yield { type: 'notificationPreference', data: preference };
  }
  yield* each('directMessage', await call.dms.list());
  yield { type: 'favorites', data: await call.favorites.list() };
}

async function* kept(call: Caller, goOn: () => Promise<void>): AsyncGenerator<ExportLine, void> {
  yield* each('draft', await call.drafts.list());
  yield* each('scheduledMessage', await call.scheduledMessages.list());
  for (let before: string | undefined; ; ) {
    await goOn();
    const saved = await call.savedMessages.list({ limit: PAGE, before });
    yield* each('savedMessage', saved);
    if (saved.length < PAGE) return;
    before = saved.at(-1)?.id;
  }
}

function* each(type: string, records: readonly unknown[]): Generator<ExportLine, void> {
  for (const data of records) yield { type, data };
}
