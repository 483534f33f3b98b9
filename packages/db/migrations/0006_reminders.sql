ALTER TYPE "public"."notification_kind" ADD VALUE 'reminder';--> statement-breakpoint
ALTER TABLE "saved_messages" ADD COLUMN "remind_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "saved_messages_due_idx" ON "saved_messages" USING btree ("remind_at","id") WHERE "saved_messages"."remind_at" is not null;