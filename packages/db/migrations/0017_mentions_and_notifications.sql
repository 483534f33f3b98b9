CREATE TYPE "public"."notification_kind" AS ENUM('mention', 'dm', 'thread_reply', 'channel');--> statement-breakpoint
CREATE TABLE "consumer_positions" (
	"consumer" text NOT NULL,
	"stream_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"until_seq" bigint,
	"part" text,
	CONSTRAINT "consumer_positions_consumer_stream_id_pk" PRIMARY KEY("consumer","stream_id"),
	CONSTRAINT "consumer_positions_part" CHECK (("consumer_positions"."until_seq" is null) = ("consumer_positions"."part" is null))
);
--> statement-breakpoint
CREATE TABLE "consumers" (
	"name" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_mentions" (
	"target_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"message_id" uuid NOT NULL,
	"thread_id" uuid,
	"added_seq" bigint NOT NULL,
	"here" boolean DEFAULT false NOT NULL,
	CONSTRAINT "message_mentions_target_id_channel_id_seq_pk" PRIMARY KEY("target_id","channel_id","seq")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" "notification_kind" NOT NULL,
	"server_id" uuid,
	"channel_id" uuid NOT NULL,
	"message_id" uuid,
	"thread_id" uuid,
	"author_id" uuid,
	"first_seq" bigint NOT NULL,
	"last_seq" bigint NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"silent" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "notifications_count" CHECK ("notifications"."count" > 0),
	CONSTRAINT "notifications_names_message" CHECK (("notifications"."message_id" is null) = ("notifications"."kind" = 'channel'))
);
--> statement-breakpoint
ALTER TABLE "message_mentions" ADD CONSTRAINT "message_mentions_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_mentions_message_idx" ON "message_mentions" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "notifications_user_idx" ON "notifications" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notifications_channel_idx" ON "notifications" USING btree ("channel_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_message_key" ON "notifications" USING btree ("message_id","user_id") WHERE "notifications"."message_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_counting_key" ON "notifications" USING btree ("channel_id","user_id") WHERE "notifications"."message_id" is null and "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notification_preferences_all_in_channel_idx" ON "notification_preferences" USING btree ("channel_id","user_id") WHERE "notification_preferences"."level" = 'all' and "notification_preferences"."channel_id" is not null;--> statement-breakpoint
CREATE INDEX "notification_preferences_all_in_server_idx" ON "notification_preferences" USING btree ("server_id","user_id") WHERE "notification_preferences"."level" = 'all' and "notification_preferences"."channel_id" is null;--> statement-breakpoint
-- The inbox begins with what is posted from now on.
INSERT INTO "consumers" ("name", "created_at") VALUES ('notifications', now());--> statement-breakpoint
INSERT INTO "consumer_positions" ("consumer", "stream_id", "seq")
SELECT 'notifications', "id", "last_seq" FROM "stream_heads" WHERE "kind" IN ('channel', 'server') AND "last_seq" > 0;
