ALTER TYPE "public"."notification_kind" ADD VALUE 'reminder';--> statement-breakpoint
ALTER TABLE "saved_messages" ADD COLUMN "remind_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "icon_path" text;--> statement-breakpoint
CREATE INDEX "saved_messages_due_idx" ON "saved_messages" USING btree ("remind_at","id") WHERE "saved_messages"."remind_at" is not null;--> statement-breakpoint
CREATE INDEX "servers_icon_idx" ON "servers" USING btree ("icon_path") WHERE "servers"."icon_path" is not null;