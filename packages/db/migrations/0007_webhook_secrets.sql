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
