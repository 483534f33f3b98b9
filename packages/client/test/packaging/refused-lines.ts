/** What comes before the refused lines, and compiles. */
export const BEFORE_REFUSED_LINES = `
import {
  createPalaverClient,
  isPalaverError,
  type Message,
  type PalaverEvent,
  type PalaverInputs,
  positionOf,
  type User,
} from '@palaver/client';
import { applyEvent, reduceMe, reduceMessagePage } from '@palaver/client/state';

export const { api, events, snapshot } = createPalaverClient({ url: 'http://127.0.0.1:3000', token: 'plv_' });
declare const event: PalaverEvent;
declare const message: Message;
export const page = await snapshot(() => api.messages.list.query({ channelId: 'c' }));
export const used = [isPalaverError, positionOf, applyEvent, reduceMe, reduceMessagePage, event, message];
`;

/** Programs that a compiler must refuse, a line each. */
export const REFUSED_LINES = [
  // procedures
  'api.messages.sendd.mutate({ nonsense: 1 });',
  'api.message.send.mutate({ channelId: "c", content: "x" });',
  'api.messages.send.query({ channelId: "c", content: "x" });',
  'api.servers.list.mutate();',
  // inputs
  'api.messages.send.mutate({ nonsense: 1 });',
  'api.messages.send.mutate({ content: "x" });',
  'api.messages.send.mutate({ channelId: "c", content: 5 });',
  'api.messages.send.mutate({ channelId: "c", contents: "x" });',
  'api.messages.send.mutate({ channelId: null });',
  'api.messages.list.query();',
  'api.messages.list.query({ channelId: "c", limit: "50" });',
  'api.servers.updateMember.mutate({ serverId: "s", userId: "u", role: "king" });',
  'api.notificationPreferences.setForServer.mutate({ serverId: "s", level: "some" });',
  'api.users.setAvatar.mutate({ path: "/tmp/me.png" });',
  'export const input: PalaverInputs["messages"]["reply"] = { content: "x" };',
  // outputs
  '(await api.messages.get.query({ messageId: "m" })).text;',
  '(await api.messages.get.query({ messageId: "m" })).createdAt.getTime();',
  '(await api.users.me.query()).email.length;',
  'export const found: Message = await api.users.get.query({ userId: "u" });',
  // records
  'export const user: User = { id: "u", username: "alice" };',
  'message.user.email;',
  'message.reactions.push("👍");',
  // events
  'events.subscribe({ channels: "c" });',
  'events.subscribe({ streams: ["c"] });',
  'events.subscribe({ channels: ["c"], since: { c: "5" } });',
  'event.type === "message.sent";',
  'if (event.type === "message.deleted") event.data.content;',
  'if (event.type === "typing.started") event.data.seq;',
  'if (event.type === "message.created") event.data.nonce.length;',
  'positionOf({ type: "message.created" });',
  // the client itself
  'createPalaverClient({ token: "plv_" });',
  'createPalaverClient({ url: "http://127.0.0.1:3000", retries: 3 });',
  'isPalaverError(null, "TEAPOT");',
  'applyEvent(page, event, reduceMe);',
];
