/** The introduction of the document: what all operations have in common. */
export const INTRODUCTION = `
Palaver is a team chat backend: servers hold channels, channels carry messages, and a WebSocket sends every change.
The same operations can be called as typed procedures at \`/trpc\` (see \`@palaver/client\`).

## Signing in

\`POST /api/auth/register\` or \`POST /api/auth/login\` gives a session token. Send it with every other request as
\`Authorization: Bearer <token>\`. Bots have tokens of their own, from \`POST /api/bots\`. Cookies never count. Without a
valid token the answer is 401 with \`WWW-Authenticate: Bearer\`.

## Answers

A JSON success is \`{"data": …}\` with that one key; 201 means that something was created. Every documented field is
always present: what is unknown is \`null\`, and a list without items is \`[]\`. Fields that you send and that are not
known are ignored; a wrong type is refused, and so is a field of the record that the operation cannot set. \`null\` for an
optional field means that it is left out; in a change it clears what can be null. UUIDs may be in capitals.

## Errors

An error is \`{"error": "a sentence a person can act on", "code": "CHANNEL_NOT_FOUND"}\`; with \`INVALID_INPUT\` the list
\`issues\` names each field that is not valid. Act on \`code\`: the sentences may change. What you may not know of is
answered with 404, as if it did not exist. A known path answers other methods with 405 \`METHOD_NOT_ALLOWED\` and the header
\`Allow\`, which lists the methods that it takes; \`OPTIONS\` answers 204 with the same header, and \`HEAD\` is \`GET\` without the
content. Each answer has an \`X-Request-Id\`; give it when you report a problem.

## How this contract may grow

New operations, new fields of answers, new optional fields of requests, new events and new error codes may be added at any
time, without a new version. Ignore fields, events and codes that you do not know: treat an unknown code by its status. What
is documented is not removed, and does not change its type or its meaning.

## Rate limits

Each address may make 240 requests a minute, at most 60 at once; the operations to sign in and out, the sign-in
callback and the bot gateway, 10 a minute, at most 5 at once. Beyond that the answer is 429 with \`Retry-After: 1\` and
the body \`{"error": "rate limit exceeded"}\`.

## Safe retries

Where an operation takes the header \`Idempotency-Key\` (1 to 64 characters, your choice; a UUID is good), the same request
with the same key takes effect once: a repetition gets the first answer again, with \`Idempotent-Replayed: true\`. The
same key with another request is refused with 409.

## State and events

Answers that clients build their state from carry \`Stream-Seq: <stream>=<seq>, …\`: the positions in the event streams
that the answer is consistent with. Subscribe to those streams from these positions (\`since\`) and apply each event, and
your state stays up to date. \`docs/state.md\` says how each event is applied.

## Lists

Lists run newest first, by pages of \`limit\` items (default 50; above 100 is served as 100). For the next page pass the id
of the last item you have as \`before\`; \`after\` goes the other way. A page with fewer items than \`limit\` is the last one.

## Formats

Ids are UUIDv7 strings. Timestamps are ISO 8601 date-times in UTC, such as \`2026-11-20T09:31:00.000Z\`. Request bodies are
JSON objects in UTF-8, uncompressed, of at most 64 KiB and 32 levels, sent as \`application/json\`; files are sent as
\`multipart/form-data\`.
`.trim();
