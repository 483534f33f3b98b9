ALTER TABLE "users" ADD COLUMN "found_as" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "name_parts" text[];--> statement-breakpoint
CREATE INDEX "users_name_parts_idx" ON "users" USING gin ("name_parts");--> statement-breakpoint
CREATE INDEX "users_not_indexed_idx" ON "users" USING btree ("id") WHERE "users"."found_as" is null and "users"."deleted_at" is null;