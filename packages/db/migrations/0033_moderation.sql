CREATE TYPE "public"."report_state" AS ENUM('open', 'settled', 'dismissed');--> statement-breakpoint
CREATE TABLE "slow_mode_posts" (
	"channel_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"posted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "slow_mode_posts_channel_id_user_id_pk" PRIMARY KEY("channel_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "message_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"server_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"reporter_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"state" "report_state" DEFAULT 'open' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_by" uuid,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "message_reports_reason_length" CHECK (char_length("message_reports"."reason") between 1 and 512)
);
--> statement-breakpoint
CREATE TABLE "server_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"server_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"act" text NOT NULL,
	"target_id" uuid NOT NULL,
	"target_name" text,
	"details" jsonb NOT NULL,
	CONSTRAINT "server_acts_details_is_object" CHECK (jsonb_typeof("server_acts"."details") = 'object')
);
--> statement-breakpoint
CREATE TABLE "server_timeouts" (
	"server_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"reason" text,
	"timed_out_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "server_timeouts_server_id_user_id_pk" PRIMARY KEY("server_id","user_id"),
	CONSTRAINT "server_timeouts_reason_length" CHECK (char_length("server_timeouts"."reason") between 1 and 512)
);
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "posting_role" "server_role" DEFAULT 'member' NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "slow_mode_seconds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "server_bans" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "server_members" ADD COLUMN "timed_out_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "slow_mode_posts" ADD CONSTRAINT "slow_mode_posts_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slow_mode_posts" ADD CONSTRAINT "slow_mode_posts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_timeouts" ADD CONSTRAINT "server_timeouts_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_timeouts" ADD CONSTRAINT "server_timeouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_timeouts" ADD CONSTRAINT "server_timeouts_timed_out_by_users_id_fk" FOREIGN KEY ("timed_out_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "message_reports_open_key" ON "message_reports" USING btree ("reporter_id","message_id") WHERE "message_reports"."state" = 'open';--> statement-breakpoint
CREATE INDEX "message_reports_queue_idx" ON "message_reports" USING btree ("server_id","state","id");--> statement-breakpoint
CREATE INDEX "message_reports_reporter_idx" ON "message_reports" USING btree ("reporter_id","server_id","id");--> statement-breakpoint
CREATE INDEX "server_acts_server_idx" ON "server_acts" USING btree ("server_id","id");--> statement-breakpoint
CREATE INDEX "server_acts_target_idx" ON "server_acts" USING btree ("server_id","target_id","id");--> statement-breakpoint
CREATE INDEX "server_acts_actor_idx" ON "server_acts" USING btree ("server_id","actor_id","id");--> statement-breakpoint
CREATE INDEX "server_timeouts_server_idx" ON "server_timeouts" USING btree ("server_id","created_at","user_id");--> statement-breakpoint
CREATE INDEX "server_timeouts_user_idx" ON "server_timeouts" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_slow_mode" CHECK ("channels"."slow_mode_seconds" between 0 and 21600);--> statement-breakpoint
CREATE FUNCTION server_acts_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		IF NOT EXISTS (SELECT FROM servers WHERE id = OLD.server_id) THEN
			RETURN OLD;
		END IF;
	END IF;
	RAISE EXCEPTION 'server_acts is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER server_acts_append_only BEFORE UPDATE OR DELETE ON "server_acts"
FOR EACH ROW EXECUTE FUNCTION server_acts_append_only();--> statement-breakpoint
CREATE TRIGGER server_acts_no_truncate BEFORE TRUNCATE ON "server_acts"
FOR EACH STATEMENT EXECUTE FUNCTION server_acts_append_only();
