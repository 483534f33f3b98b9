/** What each frame of a client does. A frame that has no line here cannot be declared. */
export const CLIENT_DESCRIPTIONS = {
  authenticate: 'Signs the connection in, within 10 seconds, where the upgrade did not.',
  subscribe:
    'Adds streams: at most 1,000 in a frame and 5,000 in all. Answered by `subscribed`. With a cursor in `since`, ' +
    'everything after the cursor comes first, then what happens live, without a gap or a repetition.',
  unsubscribe: 'Removes streams, without an answer.',
  typing:
    'Says that you are typing in a channel. It needs the right to post, and is published every 3 seconds at most.',
  idle: 'Says whether you are away from this connection, for as long as it is open. You are idle while you are away from all of yours.',
  ping: 'Answered by `pong` at once.',
} as const;

/** What each frame of the service means. A frame that has no line here cannot be declared. */
export const SERVICE_DESCRIPTIONS = {
  ready: 'The connection is signed in. Before it, only `authenticate` and `ping` are accepted.',
  subscribed:
    'The answer to `subscribe`. `seq` is the last position of each stream at that moment. Unknown ids and ids that you ' +
    'may not subscribe to are both in `denied`.',
  resync:
    'The log no longer reaches back to your cursor. It comes instead of the events up to `seq`: read the state again.',
  error: 'A frame was refused and changed nothing, or the connection is about to end. Act on `code`.',
  pong: 'The answer to `ping`.',
  'typing.started': 'Somebody is typing in the channel.',
  'receipts.updated':
    'Members have read on in a channel that shows read positions. At most one a second for each channel, for members who show theirs.',
  'presence.updated':
    "Somebody came online, became idle or active, or went offline. In a server's stream only.",
  'session.created':
    'Somebody signed in to your account on a device or from a network that it was not used on before. In your own stream only.',
  'outgoing_webhook.disabled':
    'The service has disabled an outgoing webhook that you manage. In your own stream only.',
  'access.revoked':
    'You lost access to a channel or to a whole server (`channelId` is null). Nothing of it comes later.',
  'commands.updated':
    "A bot has set its commands: read the commands of a channel again. In the streams of the bot's servers, and of the people in its direct messages.",
  'interaction.created':
    'Somebody invoked a command of yours, or used a component of a message of yours. In the stream of the bot.',
  'interaction.responded':
    'A bot answered you. An ephemeral answer is here alone, and is gone with `interaction.ended`. In the stream of who asked.',
  'interaction.ended':
    'Its fifteen minutes are over: the bot can answer no more, and ephemeral answers are gone. In the streams of the bot and of who asked.',
  'message.created':
    'A message was posted. A reply comes in the stream of its channel too, with its `threadId`.',
  'message.updated': 'The content of a message was changed.',
  'message.deleted': 'A message was deleted, with its reactions, attachments and pin. Its replies stay.',
  'reaction.added': 'Somebody reacted to a message.',
  'reaction.removed': 'Somebody took back a reaction.',
  'message.pinned': 'A message was pinned to its channel.',
  'message.unpinned':
    'A message is no longer pinned. A pinned message that is deleted has `message.deleted` alone.',
  'channel.created':
    "A channel was created. It comes in its server's stream, and for a private channel or a direct message in your own.",
  'channel.updated':
    "A channel was changed. That of a public channel comes in its own stream and in its server's.",
  'channel.deleted': 'A channel was deleted.',
  'channel.hidden':
    "A public channel became private. In its server's stream: read the list of channels again, its members still see it.",
  'member.joined': 'Somebody joined the server, or the channel that `channelId` names.',
  'member.updated': 'The role of a member of the server was changed, or a time-out began or ended.',
  'member.left': 'Somebody left the server, or the channel that `channelId` names, or was removed from it.',
  'server.joined': 'You joined a server. In your own stream.',
  'server.updated': 'A server was changed.',
  'server.deleted': 'A server was deleted. Nothing of it comes later.',
  'group.created': 'A channel group was created.',
  'group.updated': 'A channel group was changed.',
  'group.deleted': 'A channel group was deleted. Its channels stay, in no group.',
  'emoji.created': 'A server has a new emoji of its own.',
  'emoji.updated': 'An emoji of a server has another name. Reactions with it stay the same reactions.',
  'emoji.deleted': 'An emoji of a server was deleted. Reactions with it stay, with its name.',
  'user_group.created': 'A user group was created, without members.',
  'user_group.updated': 'A user group was changed, or members of it have left the server.',
  'user_group.deleted': 'A user group was deleted.',
  'user_group.member_added': 'A member of the server was added to a user group.',
  'user_group.member_removed': 'A member of the server was removed from a user group.',
  'user.updated': 'The profile of a person was changed, or is told again as it is.',
  'me.updated': 'Your own account was changed. In your own stream.',
  'read.updated':
    'You have read up to another message, on any device, or marked one as unread. In your own stream.',
  'thread.followed': 'You follow a thread from now on. In your own stream: read it again.',
  'thread.unfollowed': 'You do not follow a thread any more. In your own stream.',
  'draft.updated':
    'You have a draft or another text in it, from any device. The event has no text: read the draft. In your own stream.',
  'draft.deleted':
    'A draft of yours is gone: it was deleted, or you lost access to its channel. In your own stream.',
  'favorites.updated':
    'Your favorites are others now or in another order, or you lost access to one. In your own stream.',
  'message.saved': 'You have saved a message for yourself, on any device. In your own stream.',
  'message.unsaved': 'A message is no longer among what you have saved. In your own stream.',
  'scheduled_message.updated':
    'A message of yours was scheduled or changed, or could not be sent (`failure`). The event has no text: read the list. In your own stream.',
  'scheduled_message.deleted':
    'A scheduled message of yours was sent (`messageId`) or deleted. In your own stream.',
  'preference.updated': 'A notification preference of yours was changed. In your own stream.',
  'mail_preferences.updated': 'What you want to be told by e-mail was changed. In your own stream.',
  'notification.created':
    'Your inbox has a new item. Disturb nobody where it is `silent`. In your own stream.',
  'notification.updated': 'An item of the kind `channel` counts more messages. In your own stream.',
  'notification.read':
    'You have read items of your inbox, by themselves or with their channel. In your own stream.',
  'notification.deleted':
    'Items of your inbox are gone: the message was deleted or mentions you no longer, or you lost access. In your own stream.',
} as const;

export type ClientFrameType = keyof typeof CLIENT_DESCRIPTIONS;
export type ServiceFrameType = keyof typeof SERVICE_DESCRIPTIONS;
