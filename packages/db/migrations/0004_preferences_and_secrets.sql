CREATE TYPE "public"."weekday" AS ENUM('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday');--> statement-breakpoint
ALTER TYPE "public"."notification_kind" ADD VALUE 'keyword';--> statement-breakpoint
CREATE TABLE "notification_keywords" (
	"user_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"keyword" text NOT NULL,
	"words" text NOT NULL,
	"longest" text NOT NULL,
	CONSTRAINT "notification_keywords_user_id_position_pk" PRIMARY KEY("user_id","position")
);
--> statement-breakpoint
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_scope";--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD COLUMN "quiet_days" "weekday"[];--> statement-breakpoint
ALTER TABLE "notification_keywords" ADD CONSTRAINT "notification_keywords_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_keywords_longest_idx" ON "notification_keywords" USING btree ("longest");--> statement-breakpoint
CREATE INDEX "notification_preferences_all_in_account_idx" ON "notification_preferences" USING btree ("user_id") WHERE "notification_preferences"."level" = 'all' and "notification_preferences"."server_id" is null and "notification_preferences"."channel_id" is null;--> statement-breakpoint
CREATE TYPE "public"."edit_history" AS ENUM('moderators', 'everyone', 'nobody');--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "edit_history" "edit_history" DEFAULT 'moderators' NOT NULL;--> statement-breakpoint
ALTER TABLE "attachments" ADD COLUMN "width" integer;--> statement-breakpoint
ALTER TABLE "attachments" ADD COLUMN "height" integer;--> statement-breakpoint
ALTER TABLE "incoming_webhooks" ADD COLUMN "url_shown_to" uuid;--> statement-breakpoint
ALTER TABLE "incoming_webhooks" ADD COLUMN "url_ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "outgoing_webhooks" ADD COLUMN "secret_shown_to" uuid;--> statement-breakpoint
ALTER TABLE "incoming_webhooks" ADD CONSTRAINT "incoming_webhooks_url_shown_to_users_id_fk" FOREIGN KEY ("url_shown_to") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_webhooks" ADD CONSTRAINT "outgoing_webhooks_secret_shown_to_users_id_fk" FOREIGN KEY ("secret_shown_to") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- The audit log knows to whom the secrets that are in use were shown.
UPDATE "incoming_webhooks" webhook SET "url_shown_to" = coalesce((
	SELECT act."actor_id" FROM "server_acts" act JOIN "users" actor ON actor."id" = act."actor_id"
	WHERE act."server_id" = channel."server_id" AND act."target_id" = webhook."id"
		AND act."act" IN ('incomingWebhook.created', 'incomingWebhook.rotated')
	ORDER BY act."id" DESC LIMIT 1), webhook."created_by")
FROM "channels" channel WHERE channel."id" = webhook."channel_id";--> statement-breakpoint
UPDATE "outgoing_webhooks" webhook SET "secret_shown_to" = coalesce((
	SELECT act."actor_id" FROM "server_acts" act JOIN "users" actor ON actor."id" = act."actor_id"
	WHERE act."server_id" = webhook."server_id" AND act."target_id" = webhook."id"
		AND act."act" IN ('outgoingWebhook.created', 'outgoingWebhook.secretRotated')
	ORDER BY act."id" DESC LIMIT 1), webhook."user_id");
