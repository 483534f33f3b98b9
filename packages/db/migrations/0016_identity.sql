ALTER TABLE "users" DROP CONSTRAINT "users_person_has_password";--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "metadata" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "metadata" jsonb;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "mentions" jsonb;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "metadata" jsonb;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "method" text DEFAULT 'password' NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "signed_in_from" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_used_from" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "verified_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "verified_email" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "external_id" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "metadata" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "channels_external_id_key" ON "channels" USING btree ("external_id") WHERE "channels"."external_id" is not null and "channels"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "servers_external_id_key" ON "servers" USING btree ("external_id") WHERE "servers"."external_id" is not null and "servers"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_external_id_key" ON "users" USING btree ("external_id") WHERE "users"."external_id" is not null and "users"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_bot_has_no_password" CHECK (not "users"."bot" or "users"."password_hash" is null);