import type { ExampleFile } from './call.js';
import { PICTURE, TEXT_FILE } from './files.js';
import { FIXTURES } from './fixtures.js';
import type { Json, Operation } from './operation.js';

/** What is filled in for an operation: templates (templates.ts) over the objects of fixtures.ts. */
export interface Example {
  /** The object whose token the call has. */
  readonly as: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly json: Json | null;
  readonly file: ExampleFile | null;
  /** Objects that no template names and that must be there. */
  readonly needs: readonly string[];
  /** Objects that a success uses up; they are made anew for the next call. */
  readonly uses: readonly string[];
  /** The status of the answer, where a demo account cannot have a success, and why. */
  readonly refused: { readonly status: number; readonly because: string } | null;
}

/** What fills a parameter of a path that is not the id of the fixture of its name, where the example does not say it. */
const BY_PARAMETER: Readonly<Record<string, string>> = {
  secret: '{webhook.secret}',
  userID: '{member.id}',
  componentID: 'approve',
  importID: '{spareImport.id}',
  sessionID: '{spareSession.id}',
  code: '{invite.code}',
  holdID: '{spareHold.id}',
  file: '{avatar.file}',
  emoji: '👍',
  provider: 'example',
  threadID: '{message.id}',
  // The demo account has none.
  notificationID: '{person.id}',
  // No authenticator has made one for the demo account.
  passkeyID: '{person.id}',
};

const PREFERENCE = { level: 'mentions', quietStart: '22:00', quietEnd: '07:00', timezone: 'Europe/Berlin' };
const IN_DM = { channelID: '{dm.id}' };
const NO_PROVIDER = {
  status: 404,
  because: 'There is no provider of this name, so the answer is 404 `PROVIDER_NOT_CONFIGURED`.',
};

const NO_CODE = {
  status: 403,
  because: 'The code comes from a sign-in with a provider, so the answer is 403 `EXCHANGE_CODE_INVALID`.',
};

const NO_ISSUER = {
  status: 401,
  because:
    'No issuer of tokens is configured, or it has not signed this, so the answer is 401 `TOKEN_REFUSED`.',
};

const NO_FOLLOWER = {
  status: 403,
  because: 'The demo account does not follow this thread, so the answer is 403 `NOT_A_THREAD_FOLLOWER`.',
};

const NO_ITEM = {
  status: 404,
  because: 'The demo account has no such item in its inbox, so the answer is 404 `NOTIFICATION_NOT_FOUND`.',
};

const NO_IDENTITY = {
  status: 404,
  because: 'The demo account has no identity at a provider, so the answer is 404 `IDENTITY_NOT_FOUND`.',
};

/** A call for a stranger, who has nothing set up. */
const WITHOUT_FACTOR = {
  as: 'stranger',
  refused: { status: 404, because: 'This account has no second factor, so the answer is 404.' },
};

const withoutAuthenticator = (status: number) => ({
  refused: {
    status,
    because: `This takes what an authenticator has signed, which this page does not ask for, so the answer is ${status}.`,
  },
});

const NO_MAIL = {
  refused: { status: 404, because: 'Where the operator has not set up e-mail, the answer is 404.' },
};

const WITHOUT_LINK = {
  status: 400,
  because: 'This takes the token of a link in a mail, which this page does not have, so the answer is 400.',
};

const ADMINS_ONLY = {
  status: 403,
  because:
    'Only an admin of this service may do this; others get 403. At the top of the page you can use the token of one.',
};

/** The examples that differ from what `exampleOf` makes of the document, by operationId. */
const EXAMPLES: Readonly<Record<string, Partial<Example>>> = {
  'auth.register': {
    json: { username: 'demo-{unique}', password: 'correct horse battery staple', displayName: 'Alice' },
  },
  'auth.login': { json: { username: '{person.username}', password: '{person.password}' } },
  'auth.logout': { as: 'spareSession', uses: ['spareSession'] },
  'users.deleteMe': { as: 'accountSession', uses: ['account'] },
  'auth.endSession': { uses: ['spareSession'] },
  'auth.endOtherSessions': { uses: ['spareSession'] },
  // It ends the tokens of all bots of the account, so it is not the one whose bots other examples use.
  'auth.endOtherAccess': { as: 'accountSession', uses: ['account'] },
  'auth.changePassword': {
    json: { currentPassword: '{person.password}', newPassword: '{person.password}' },
    uses: ['spareSession'],
  },
  'auth.verify': { json: { password: '{person.password}' } },
  'auth.confirmTotp': { ...WITHOUT_FACTOR, json: { code: '123456' } },
  'auth.removeTotp': WITHOUT_FACTOR,
  'auth.newRecoveryCodes': WITHOUT_FACTOR,
  'auth.createPasskey': withoutAuthenticator(403),
  'auth.renamePasskey': withoutAuthenticator(404),
  'auth.removePasskey': withoutAuthenticator(404),
  'auth.signInWithPasskey': withoutAuthenticator(401),
  'auth.exchange': { refused: NO_CODE, json: { code: 'plvx_code' } },
  'auth.token': { refused: NO_ISSUER },
  'servers.create': { json: { name: 'Acme', metadata: { plan: 'gold' } } },
  'servers.update': { json: { name: 'Acme', metadata: { plan: 'gold' } } },
  'readState.markRead': { json: { messageId: '{message.id}' } },
  'scheduledMessages.create': { json: { content: 'Good morning, everybody.', sendAt: '{tomorrow.instant}' } },
  'savedMessages.save': { json: { remindAt: '{tomorrow.instant}' } },
  'scheduledMessages.edit': { json: { content: 'Good morning.' } },
  'scheduledMessages.send': {
    path: { scheduledMessageID: '{spareScheduledMessage.id}' },
    uses: ['spareScheduledMessage'],
  },
  'favorites.order': { json: { channelIds: ['{channel.id}'] }, needs: ['favorite'] },
  'favorites.remove': { needs: ['favorite'], uses: ['favorite'] },
  'drafts.put': { json: { content: 'Not sent yet' } },
  'drafts.get': { needs: ['draft'] },
  'drafts.delete': { needs: ['draft'], uses: ['draft'] },
  'threads.markRead': { refused: NO_FOLLOWER, json: { messageId: '{message.id}' } },
  'notifications.read': { refused: NO_ITEM },
  'admin.testMail': { json: { address: 'ops@example.com' } },
  'admin.createKey': { json: { name: 'Release notes', scopes: ['users:write', 'messages:write'] } },
  'auth.socialRedirect': { refused: NO_PROVIDER },
  'auth.unlink': { refused: NO_IDENTITY },
  'auth.callback': { refused: NO_PROVIDER, query: { code: 'code-of-the-provider', state: 'b0c4' } },
  'auth.social': { refused: NO_PROVIDER, json: { provider: 'example' } },
  'mail.requestVerification': NO_MAIL,
  'mail.requestPasswordReset': { ...NO_MAIL, json: { email: 'alice@example.com' } },
  'mail.verifyEmail': { refused: WITHOUT_LINK, json: { token: 'of-the-link' } },
  'mail.resetPassword': {
    refused: WITHOUT_LINK,
    json: { token: 'of-the-link', newPassword: 'a new and long password' },
  },
  'users.search': { query: { q: 'ali' } },
  'search.everywhere': { query: { q: 'morning from:alice' } },
  'search.inServer': { query: { q: 'morning from:alice' } },
  'mailPreferences.set': { json: { digest: '15m' } },
  'mailPreferences.unsubscribe': { refused: WITHOUT_LINK, json: { token: 'of-the-link' } },
  'users.updateMe': {
    json: { displayName: 'Alice', status: 'On holiday', statusEmoji: '🌴', timezone: 'Europe/Berlin' },
  },
  'users.setAvatar': { file: PICTURE, uses: ['avatar'] },
  'users.removeAvatar': { needs: ['avatar'], uses: ['avatar'] },
  'servers.setIcon': { file: PICTURE },
  'servers.leave': { path: { serverID: '{joinedServer.id}' }, uses: ['joinedServer'] },
  'servers.ban': {
    path: { userID: '{stranger.id}' },
    json: { reason: 'Spam', expiresAt: '{tomorrow.instant}' },
  },
  'servers.unban': { path: { userID: '{ban.id}' }, uses: ['ban'] },
  'reports.create': {
    path: { messageID: '{spareMessage.id}' },
    json: { reason: 'Spam' },
    uses: ['spareMessage'],
  },
  'reports.close': { json: { state: 'settled' }, uses: ['report'] },
  'servers.timeOut': {
    path: { userID: '{spareGuest.id}' },
    json: { until: '{tomorrow.instant}', reason: 'Spam' },
    uses: ['spareGuest'],
  },
  'servers.createInvite': { json: { expiresInSeconds: 86_400, maxUses: 10 } },
  'servers.deleteInvite': { path: { code: '{spareInvite.code}' }, uses: ['spareInvite'] },
  'servers.addMember': { json: { userId: '{spareBot.id}' }, uses: ['spareBot'] },
  'servers.updateMember': { json: { role: 'admin' } },
  'servers.removeMember': { path: { userID: '{spareGuest.id}' }, uses: ['spareGuest'] },
  'dms.create': { json: { userIds: ['{member.id}'] } },
  'dms.get': { path: IN_DM },
  'dms.members': { path: IN_DM },
  'channels.create': { json: { name: 'notes-{unique}', topic: 'What we ship next', isPrivate: false } },
  'channels.update': { json: { topic: 'What we ship next', groupId: '{group.id}', position: 0 } },
  'channels.leave': { path: { channelID: '{spareChannel.id}' }, uses: ['spareChannel'] },
  'channels.addMember': { json: { userId: '{spareGuest.id}' }, uses: ['spareGuest'] },
  'channels.removeMember': { path: { userID: '{channelMember.id}' }, uses: ['channelMember'] },
  'servers.deleteMessagesOf': { json: { hours: 24 } },
  'erasures.eraseChannel': { path: { channelID: '{spareChannel.id}' }, json: {}, uses: ['spareChannel'] },
  'erasures.eraseMember': { path: { userID: '{spareGuest.id}' }, json: {}, uses: ['spareGuest'] },
  'emoji.create': { file: PICTURE, query: { name: 'party_{unique}' } },
  'emoji.update': { json: { name: 'renamed_{unique}' } },
  'emoji.image': { path: { file: '{emoji.file}' } },
  'attachments.open': { path: { address: '{fileAddress.address}' } },
  'icons.get': { path: { file: '{icon.file}' } },
  'groups.update': { json: { name: 'Release notes', position: 0 } },
  'userGroups.create': { json: { handle: 'designers-{unique}', name: 'Design' } },
  'userGroups.update': { json: { name: 'Design' } },
  'incomingWebhooks.create': { json: { name: 'Deployments' } },
  'incomingWebhooks.update': { json: { name: 'Builds' } },
  'incomingWebhooks.rotate': { path: { webhookID: '{spareWebhook.id}' }, uses: ['spareWebhook'] },
  'incomingWebhooks.post': { json: { text: 'The build is *green*.', username: 'CI' } },
  'incomingWebhooks.postAsSlack': { json: { text: 'The build is *green*.', username: 'CI' } },
  'incomingWebhooks.postAsDiscord': {
    json: { content: 'The build is **green**.', username: 'CI' },
    query: { wait: 'true' },
  },
  'incomingWebhooks.postAsGithub': { json: { zen: 'Keep it logically awesome.' } },
  'incomingWebhooks.editAsDiscord': {
    path: { messageID: '{posted.id}' },
    json: { content: 'The build is **green**.' },
  },
  'incomingWebhooks.deleteAsDiscord': { path: { messageID: '{posted.id}' }, uses: ['posted'] },
  'outgoingWebhooks.create': {
    json: {
      url: 'https://hooks.example.com/palaver',
      eventTypes: ['message.created'],
      description: 'The wiki',
    },
  },
  'outgoingWebhooks.update': { json: { description: 'The wiki', enabled: true } },
  'outgoingWebhooks.replay': { json: { failed: true } },
  'attachments.upload': { file: TEXT_FILE },
  'messages.send': { json: { content: 'Good morning, everybody.' } },
  'messages.list': { query: { limit: '20' } },
  'messages.unreact': { path: { emoji: '{reaction.emoji}' }, uses: ['reaction'] },
  'messages.reactors': { path: { emoji: '{reaction.emoji}' } },
  'messages.edit': { json: { content: 'Good morning, everybody.', metadata: { plan: 'gold' } } },
  'messages.thread': { needs: ['reply'] },
  'messages.reply': { json: { content: 'Good morning to you.' } },
  'bots.gateway': { as: 'bot' },
  'interactions.setCommands': {
    json: { commands: [{ name: 'ping', description: 'Answers' }] },
  },
  'interactions.setEndpoint': { json: { url: 'https://bot.example.com/interactions' } },
  'interactions.removeEndpoint': { needs: ['endpoint'], uses: ['endpoint'] },
  'interactions.rotateEndpointSecret': { needs: ['endpoint'] },
  'interactions.invoke': { json: { botId: '{commands.botId}', name: 'ping' } },
  'interactions.useComponent': { path: { messageID: '{choice.id}' }, json: {} },
  'interactions.respond': { as: 'bot', json: { content: 'Pong.' } },
  'bots.create': { json: { username: 'bot-{unique}', displayName: 'Release bot' } },
  'bots.update': { json: { displayName: 'Release bot', status: 'Watching the build' } },
  'bots.rotateToken': { path: { botID: '{spareBot.id}' }, uses: ['spareBot'] },
  'notificationPreferences.setForAccount': {
    json: { quietDays: ['saturday', 'sunday'], keywords: ['deploy', 'release train'] },
  },
  'notificationPreferences.setForServer': { json: PREFERENCE },
  'notificationPreferences.setForChannel': { json: PREFERENCE },
  'notificationPreferences.setForChannelById': { json: PREFERENCE },
  'notificationPreferences.setForDm': { json: PREFERENCE, path: IN_DM },
  'notificationPreferences.getForDm': { path: IN_DM },
  'admin.createUser': { json: { username: 'demo-{unique}', displayName: 'Alice' } },
  'admin.putExternalUser': {
    path: { externalID: 'shop:4711' },
    json: { displayName: 'Alice', metadata: { plan: 'gold' } },
  },
  'admin.updateUser': {
    path: { userID: '{account.id}' },
    json: { deactivated: true },
    uses: ['account'],
  },
  'admin.eraseUser': { path: { userID: '{account.id}' }, uses: ['account'] },
  'admin.createHold': { json: { serverId: '{server.id}', reason: 'Case 4711' } },
  'admin.heldFile': { path: { holdID: '{heldFile.holdId}', attachmentID: '{heldFile.id}' } },
  'admin.endHold': { path: { holdID: '{spareHold.id}' }, uses: ['spareHold'] },
  'admin.deleteUser': { path: { userID: '{account.id}' }, uses: ['account'] },
  'admin.resetPassword': { path: { userID: '{account.id}' }, json: {}, uses: ['account'] },
  'admin.endSession': {
    path: { userID: '{account.id}', sessionID: '{accountSession.id}' },
    uses: ['accountSession'],
  },
  'admin.handOverServer': {
    path: { serverID: '{joinedServer.id}' },
    json: { userId: '{person.id}' },
    uses: ['joinedServer'],
  },
  'service.metrics': {
    refused: {
      status: 404,
      because:
        'This needs METRICS_TOKEN, which the operator sets and which no account has; without it the answer is 404.',
    },
  },
  'realtime.connect': {
    refused: {
      status: 426,
      because:
        'This opens a WebSocket, which plain HTTP requests cannot: the answer is 426. Connect below, under Events.',
    },
  },
};

/**
 * The example of an operation. Parameters are filled by their name, the body by the example of the document, except where
 * the table says otherwise. A deletion uses up the fixture that its path ends with. Throws for a path parameter that nothing
 * fills.
 */
export function exampleOf({ id, method, path, pathParameters, body }: Operation): Example {
  const given = EXAMPLES[id] ?? {};
  const uses: string[] = [];
  const filled = pathParameters.map((name) => {
    const isDeleted = method === 'DELETE' && path.endsWith(`{${name}}`);
    const template = given.path?.[name] ?? BY_PARAMETER[name];
    if (template !== undefined) return [name, template] as const;
    const fixture = fixtureOf(name, isDeleted);
    if (fixture === undefined)
      throw new Error(`No example fills {${name}} of ${path}: say in fixtures.ts how it is made.`);
    if (isDeleted) uses.push(fixture);
    return [name, `{${fixture}.id}`] as const;
  });
  return {
    as: given.as ?? 'person',
    path: Object.fromEntries(filled),
    query: given.query ?? {},
    json: body?.kind === 'json' ? (given.json ?? body.example) : null,
    file: body?.kind === 'file' ? (given.file ?? TEXT_FILE) : null,
    needs: given.needs ?? [],
    uses: given.uses ?? uses,
    refused: given.refused ?? (path.startsWith('/api/admin/') ? ADMINS_ONLY : null),
  };
}

/** The fixture whose id a parameter is: for `groupID`, `group`; for a deletion `spareGroup`, where there is one. */
function fixtureOf(parameter: string, isDeleted: boolean): string | undefined {
  const noun = parameter.replace(/ID$/, '');
  const spare = `spare${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  return (isDeleted ? [spare, noun] : [noun]).find((name) => name in FIXTURES);
}
