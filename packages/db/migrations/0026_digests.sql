CREATE TYPE "public"."digest_delay" AS ENUM('15m', '1h', '24h', 'off');--> statement-breakpoint
CREATE TABLE "mail_digests" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"delay" "digest_delay",
	"updated_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "mail_id" uuid;--> statement-breakpoint
ALTER TABLE "mail_digests" ADD CONSTRAINT "mail_digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_digests_due_idx" ON "mail_digests" USING btree ("due_at","user_id") WHERE "mail_digests"."due_at" is not null;