CREATE TABLE "message_search" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"scope_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"has_file" boolean NOT NULL,
	"has_link" boolean NOT NULL,
	"content" text NOT NULL,
	"grams" integer[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_search_backfill" (
	"below" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message_search" ADD CONSTRAINT "message_search_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_search_scope_idx" ON "message_search" USING btree ("scope_id","message_id");--> statement-breakpoint
CREATE INDEX "message_search_grams_idx" ON "message_search" USING gin ("grams") WITH (gin_pending_list_limit=512);--> statement-breakpoint
INSERT INTO "message_search_backfill" SELECT 'ffffffff-ffff-ffff-ffff-ffffffffffff' WHERE EXISTS (SELECT FROM "messages");
