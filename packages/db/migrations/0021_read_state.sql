CREATE TABLE "thread_follows" (
	"user_id" uuid NOT NULL,
	"root_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"following" boolean DEFAULT true NOT NULL,
	"read_seq" bigint NOT NULL,
	"read_message_id" uuid,
	"set_back_seq" bigint DEFAULT 0 NOT NULL,
	"announced" boolean DEFAULT false NOT NULL,
	CONSTRAINT "thread_follows_user_id_root_id_pk" PRIMARY KEY("user_id","root_id")
);--> statement-breakpoint
ALTER TABLE "channel_members" ADD COLUMN "read_seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_members" ADD COLUMN "read_message_id" uuid;--> statement-breakpoint
ALTER TABLE "channel_members" ADD COLUMN "set_back_seq" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "thread_follows" ADD CONSTRAINT "thread_follows_root_id_messages_id_fk" FOREIGN KEY ("root_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "thread_follows_root_idx" ON "thread_follows" USING btree ("root_id");--> statement-breakpoint
CREATE INDEX "thread_follows_unannounced_idx" ON "thread_follows" USING btree ("user_id","root_id") WHERE not "thread_follows"."announced";--> statement-breakpoint
-- What was posted before this release is read.
UPDATE "channel_members" SET "read_seq" = "head"."last_seq" FROM "stream_heads" "head" WHERE "head"."id" = "channel_members"."channel_id";--> statement-breakpoint
-- An operator of a big table has built this one before, by "create index concurrently" (docs/upgrades.md).
CREATE INDEX IF NOT EXISTS "messages_history_author_idx" ON "messages" USING btree ("channel_id","seq","user_id") WHERE "messages"."thread_id" is null and "messages"."deleted_at" is null;--> statement-breakpoint
DROP INDEX "messages_history_idx";--> statement-breakpoint
ALTER INDEX "messages_history_author_idx" RENAME TO "messages_history_idx";
