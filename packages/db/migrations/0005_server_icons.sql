ALTER TABLE "servers" ADD COLUMN "icon_path" text;--> statement-breakpoint
CREATE INDEX "servers_icon_idx" ON "servers" USING btree ("icon_path") WHERE "servers"."icon_path" is not null;