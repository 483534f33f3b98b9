DROP INDEX "channels_server_name_key";--> statement-breakpoint
ALTER TABLE "notification_preferences" ALTER COLUMN "server_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "joined_by_default" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "channels_public_name_key" ON "channels" USING btree ("server_id","name") WHERE "channels"."deleted_at" is null and not "channels"."is_private";--> statement-breakpoint
CREATE INDEX "channels_joined_by_default_idx" ON "channels" USING btree ("server_id","id") WHERE "channels"."joined_by_default";--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_joined_by_default_public" CHECK (not ("channels"."joined_by_default" and "channels"."is_private"));--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_scope" CHECK ("notification_preferences"."server_id" is not null or "notification_preferences"."channel_id" is not null);--> statement-breakpoint
-- Every server was made with this channel, which its members were meant to be in (docs/reference.md, Channels).
UPDATE "channels" SET "joined_by_default" = true WHERE "name" = 'general' AND "server_id" IS NOT NULL AND NOT "is_private" AND "deleted_at" IS NULL;
