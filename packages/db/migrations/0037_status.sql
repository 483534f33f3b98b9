ALTER TABLE "users" ADD COLUMN "status_emoji" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "status_expires_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "users_status_expires_idx" ON "users" USING btree ("status_expires_at") WHERE "users"."status_expires_at" is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_status_emoji_length" CHECK (char_length("users"."status_emoji") between 1 and 64);