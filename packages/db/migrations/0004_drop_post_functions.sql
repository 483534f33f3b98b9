-- Posting is decided in packages/core/src/messages and needs no routine of the database (docs/decisions.md).
drop function post_keyed(timestamptz, uuid[], uuid[], uuid[], text[], uuid[], text[], text[]);
--> statement-breakpoint
drop function post_many(timestamptz, uuid[], uuid[], uuid[], text[], uuid[], integer[]);
--> statement-breakpoint
drop function post_one(timestamptz, uuid, uuid, uuid, text, uuid);
--> statement-breakpoint
drop function message_of_frame(text, bigint);
--> statement-breakpoint
drop function message_created_frame(uuid, uuid, uuid, text, text, uuid, text, bigint);
--> statement-breakpoint
drop view repliable_messages;
--> statement-breakpoint
drop view channel_posters;
--> statement-breakpoint
drop function iso_instant(timestamptz);
