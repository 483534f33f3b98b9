CREATE TABLE "bot_commands" (
	"bot_id" uuid PRIMARY KEY NOT NULL,
	"commands" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "interactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"bot_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"server_id" uuid,
	"channel_id" uuid NOT NULL,
	"thread_id" uuid,
	"name" text,
	"message_id" uuid,
	"component_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"answers" smallint DEFAULT 0 NOT NULL,
	"asked_seq" bigint NOT NULL,
	"answer_seqs" bigint[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "interactions_kind" CHECK (("interactions"."kind" = 'command') = ("interactions"."name" is not null)),
	CONSTRAINT "interactions_component" CHECK (("interactions"."kind" = 'component') = ("interactions"."component_id" is not null)),
	CONSTRAINT "interactions_answers" CHECK ("interactions"."answers" between 0 and 6)
);
--> statement-breakpoint
CREATE TABLE "unpublished_commands" (
	"bot_id" uuid NOT NULL,
	"stream_id" uuid NOT NULL,
	CONSTRAINT "unpublished_commands_bot_id_stream_id_pk" PRIMARY KEY("bot_id","stream_id")
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "interaction" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "components" jsonb;--> statement-breakpoint
ALTER TABLE "bot_commands" ADD CONSTRAINT "bot_commands_bot_id_users_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "interactions_expiry_idx" ON "interactions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "interactions_user_idx" ON "interactions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "interactions_bot_idx" ON "interactions" USING btree ("bot_id");