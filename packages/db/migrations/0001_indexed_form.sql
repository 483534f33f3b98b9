ALTER TABLE "message_search" ADD COLUMN "form" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "message_search_older_idx" ON "message_search" USING btree ("message_id") WHERE "message_search"."form" < 2;--> statement-breakpoint
-- Last, since posts wait for a lock of users.
DROP INDEX "users_not_indexed_idx";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "found_form" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "users_older_form_idx" ON "users" USING btree ("id") WHERE "users"."found_form" < 2 and "users"."deleted_at" is null;
