CREATE TABLE "bot_endpoints" (
	"bot_id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"host" text NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_until" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"paused_until" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"status" integer,
	"error" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bot_endpoints_url_length" CHECK (char_length("bot_endpoints"."url") <= 2000),
	CONSTRAINT "bot_endpoints_failing" CHECK (("bot_endpoints"."failures" = 0) = ("bot_endpoints"."failing_since" is null)),
	CONSTRAINT "bot_endpoints_previous" CHECK (("bot_endpoints"."previous_secret" is null) = ("bot_endpoints"."previous_until" is null))
);
--> statement-breakpoint
ALTER TABLE "interactions" ADD COLUMN "send_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "interactions" ADD COLUMN "send_attempts" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "interactions" ADD COLUMN "lease" uuid;--> statement-breakpoint
ALTER TABLE "bot_endpoints" ADD CONSTRAINT "bot_endpoints_bot_id_users_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "interactions_sending_idx" ON "interactions" USING btree ("send_at") WHERE "interactions"."send_at" is not null;--> statement-breakpoint
CREATE INDEX "interactions_turn_idx" ON "interactions" USING btree ("bot_id","user_id","asked_seq") WHERE "interactions"."send_at" is not null;