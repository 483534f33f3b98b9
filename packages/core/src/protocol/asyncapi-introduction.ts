import { CLOSE_CODES } from './close-codes.js';

/** The rules of the WebSocket that schemas cannot say; docs/protocol.md has them at length. */
export const ASYNCAPI_INTRODUCTION = `
The WebSocket of Palaver, for people and bots. \`GET /api/bot-gateway\` opens the same socket for bots alone.

## Opening

Authenticate on the upgrade by \`Authorization: Bearer <token>\`, by \`?ticket=\` (from \`POST /api/ws/ticket\`: one use, 30
seconds) or by \`?token=\`, or send \`authenticate\` as the first frame within 10 seconds. Cookies never count. The upgrade is
refused with the JSON error of the REST API: 401 \`UNAUTHENTICATED\` for a credential that is not valid, 403
\`ORIGIN_NOT_ALLOWED\` for a page of another origin, 403 \`BOTS_ONLY\` for a person at the bot gateway, 429 for too many
requests, 503 while the service stops. The first frame of the service is \`ready\`.

## Frames

Frames are text frames of JSON, \`{type, data}\`. A frame that is not valid, or whose type is not known, is answered with
\`error\`; it changes nothing, and the socket stays open. Frames are handled in the order in which they arrive.

## Streams and cursors

Each channel, server and user has a stream: a log of events. An id in \`channelIds\` is the id of a channel, of a server that
you are in, or your own user id. \`seq\` is the position of an event in its stream: it starts at 1, has no gaps, follows the
commit order and is the same for every subscriber. The last \`seq\` that you received is your cursor. Subscribe with it
after a reconnect, and you receive every later event once and in order. \`since: {id: 0}\` starts at the beginning. A cursor
beyond the end of its stream gets a \`resync\`. The events \`message.*\` and \`reaction.*\` belong to
the stream of their \`channelId\`; all others carry \`streamId\`, because the same change can come in several streams.
\`typing.started\`, \`presence.updated\`, \`receipts.updated\` and an \`access.revoked\` about this connection are not stored and have no \`seq\`.

## Losing access

A connection that loses access to a stream receives \`access.revoked\` and nothing more of that stream, live or replayed.

## How the protocol may grow

New types of frames, new fields and new error codes may be added at any time. Ignore fields and types that you do not know,
and still advance your cursor over such an event. The service ignores fields of your frames that it does not know. An event
is stored as it was first sent: read an absent field as the \`default\` of its schema.

## Close codes

The service pings every 30 seconds and cuts a socket that leaves two pings unanswered.

| code | meaning |
| --- | --- |
${Object.entries(CLOSE_CODES)
  .map(([code, meaning]) => `| ${code} | ${meaning} |`)
  .join('\n')}
`.trim();
