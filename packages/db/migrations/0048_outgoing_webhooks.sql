CREATE TYPE "public"."delivery_state" AS ENUM('waiting', 'delivered', 'failed', 'dropped');--> statement-breakpoint
CREATE TABLE "outgoing_webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"stream_id" uuid NOT NULL,
	"seq" bigint,
	"event_type" text NOT NULL,
	"channel_id" uuid,
	"state" "delivery_state" DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"status" integer,
	"error" text,
	"duration_ms" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"queued_at" timestamp (3) with time zone NOT NULL,
	"tried_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "outgoing_webhook_lanes" (
	"webhook_id" uuid NOT NULL,
	"stream_id" uuid NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	"lease" uuid,
	CONSTRAINT "outgoing_webhook_lanes_webhook_id_stream_id_pk" PRIMARY KEY("webhook_id","stream_id")
);
--> statement-breakpoint
CREATE TABLE "outgoing_webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"server_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"url" text NOT NULL,
	"host" text NOT NULL,
	"description" text NOT NULL,
	"event_types" text[] NOT NULL,
	"channel_ids" jsonb,
	"enabled" boolean NOT NULL,
	"enabled_at" timestamp (3) with time zone NOT NULL,
	"disabled_reason" text,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_until" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"paused_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "outgoing_webhooks_url_length" CHECK (char_length("outgoing_webhooks"."url") <= 2000),
	CONSTRAINT "outgoing_webhooks_description_length" CHECK (char_length("outgoing_webhooks"."description") <= 200),
	CONSTRAINT "outgoing_webhooks_deleted" CHECK ("outgoing_webhooks"."deleted_at" is null or not "outgoing_webhooks"."enabled"),
	CONSTRAINT "outgoing_webhooks_reason" CHECK ("outgoing_webhooks"."disabled_reason" is null or not "outgoing_webhooks"."enabled"),
	CONSTRAINT "outgoing_webhooks_previous" CHECK (("outgoing_webhooks"."previous_secret" is null) = ("outgoing_webhooks"."previous_until" is null))
);
--> statement-breakpoint
ALTER TABLE "outgoing_webhook_deliveries" ADD CONSTRAINT "outgoing_webhook_deliveries_webhook_id_outgoing_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."outgoing_webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_webhook_lanes" ADD CONSTRAINT "outgoing_webhook_lanes_webhook_id_outgoing_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."outgoing_webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_webhooks" ADD CONSTRAINT "outgoing_webhooks_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_webhooks" ADD CONSTRAINT "outgoing_webhooks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "outgoing_webhook_deliveries_event_key" ON "outgoing_webhook_deliveries" USING btree ("webhook_id","stream_id","seq");--> statement-breakpoint
CREATE INDEX "outgoing_webhook_deliveries_list_idx" ON "outgoing_webhook_deliveries" USING btree ("webhook_id","id");--> statement-breakpoint
CREATE INDEX "outgoing_webhook_deliveries_failed_idx" ON "outgoing_webhook_deliveries" USING btree ("webhook_id","id") WHERE "outgoing_webhook_deliveries"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "outgoing_webhook_deliveries_waiting_idx" ON "outgoing_webhook_deliveries" USING btree ("webhook_id","stream_id","seq","id") WHERE "outgoing_webhook_deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "outgoing_webhook_deliveries_created_brin" ON "outgoing_webhook_deliveries" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "outgoing_webhook_lanes_next_idx" ON "outgoing_webhook_lanes" USING btree ("next_try_at");--> statement-breakpoint
CREATE INDEX "outgoing_webhooks_server_idx" ON "outgoing_webhooks" USING btree ("server_id","id");--> statement-breakpoint
CREATE INDEX "outgoing_webhooks_user_idx" ON "outgoing_webhooks" USING btree ("user_id");