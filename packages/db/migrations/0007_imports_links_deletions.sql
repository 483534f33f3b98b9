DROP INDEX "imported_user_idx";--> statement-breakpoint
ALTER TABLE "mail_tokens" ALTER COLUMN "address" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_tokens" ALTER COLUMN "mail_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "imported" ADD COLUMN "seen_by" uuid;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "delete_missing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "deleted" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "conversion" jsonb;--> statement-breakpoint
CREATE INDEX "imported_person_idx" ON "imported" USING btree ("id") WHERE "imported"."kind" in ('user', 'member', 'userGroupMember', 'channelMember');