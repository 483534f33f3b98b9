CREATE TYPE "public"."edit_history" AS ENUM('moderators', 'everyone', 'nobody');--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "edit_history" "edit_history" DEFAULT 'moderators' NOT NULL;