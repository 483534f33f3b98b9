DROP INDEX "users_bot_owner_idx";--> statement-breakpoint
CREATE INDEX "users_bot_owner_idx" ON "users" USING btree ("bot_owner_id","id") WHERE "users"."bot_owner_id" is not null;