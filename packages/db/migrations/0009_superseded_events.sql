ALTER TABLE "events" ADD COLUMN "message_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "updated_seq" bigint;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "clearing" boolean;--> statement-breakpoint
CREATE INDEX "events_message_idx" ON "events" USING btree ("message_id","seq") WHERE "events"."message_id" is not null;--> statement-breakpoint
CREATE INDEX "messages_clearing_idx" ON "messages" USING btree ("id") WHERE "messages"."clearing";
--> statement-breakpoint
-- Edits and deletions left texts in the log. The event with a message's text is at updated_seq from now on, else at seq.
update messages set updated_seq = last.seq
from (
  select substring(frame from '"id":"([0-9a-f-]{36})"')::uuid as id, max(seq) as seq
  from events where frame like '{"type":"message.updated",%' group by 1
) last
where messages.id = last.id;
--> statement-breakpoint
update events set frame = regexp_replace(
  regexp_replace(events.frame, '"content":"(?:[^"\\]|\\.)*"', '"content":""'),
  '"reactions":\[.*\],"attachments":\[.*\],"seq":(\d+)\}\}$',
  '"reactions":[],"attachments":[],"seq":\1,"superseded":true}}')
from (
  select channel_id as stream_id, seq from messages where deleted_at is not null or updated_seq is not null
  union all
  select e.stream_id, e.seq from events e
  join messages m on m.id = substring(e.frame from '"id":"([0-9a-f-]{36})"')::uuid
  where e.frame like '{"type":"message.updated",%' and (m.deleted_at is not null or m.updated_seq <> e.seq)
) old
where events.stream_id = old.stream_id and events.seq = old.seq;
--> statement-breakpoint
update events set
  frame = case when m.deleted_at is null then frame
    else regexp_replace(frame, '"emoji":"(?:[^"\\]|\\.)*","seq":(\d+)\}\}$', '"emoji":"","seq":\1,"superseded":true}}') end,
  message_id = case when m.deleted_at is null then m.id end
from messages m
where frame like '{"type":"reaction.%' and m.id = substring(frame from '"messageId":"([0-9a-f-]{36})"')::uuid;
--> statement-breakpoint
-- The answer to a post was stored with its text. Now its id is stored, and a retry reads the message.
update idempotency_keys set answer = '"' || substring(answer from 8 for 36) || '"'
where answer ~ '^\{"id":"[0-9a-f-]{36}","channelId":"[0-9a-f-]{36}","userId":"';
