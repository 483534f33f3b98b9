CREATE TABLE "server_bans" (
	"server_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text,
	"banned_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "server_bans_server_id_user_id_pk" PRIMARY KEY("server_id","user_id"),
	CONSTRAINT "server_bans_reason_length" CHECK (char_length("server_bans"."reason") between 1 and 512)
);
--> statement-breakpoint
CREATE TABLE "server_departures" (
	"server_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "server_departures_server_id_user_id_pk" PRIMARY KEY("server_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "unpublished_profiles" (
	"user_id" uuid NOT NULL,
	"server_id" uuid NOT NULL,
	CONSTRAINT "unpublished_profiles_user_id_server_id_pk" PRIMARY KEY("user_id","server_id")
);
--> statement-breakpoint
ALTER TABLE "server_bans" ADD CONSTRAINT "server_bans_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_bans" ADD CONSTRAINT "server_bans_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_bans" ADD CONSTRAINT "server_bans_banned_by_users_id_fk" FOREIGN KEY ("banned_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_departures" ADD CONSTRAINT "server_departures_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_departures" ADD CONSTRAINT "server_departures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "server_bans_server_idx" ON "server_bans" USING btree ("server_id","created_at","user_id");--> statement-breakpoint
CREATE INDEX "server_bans_user_idx" ON "server_bans" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "channels_dm_creator_idx" ON "channels" USING btree ("created_by") WHERE "channels"."is_dm";--> statement-breakpoint
-- Whoever left a server before this migration left their bots and invites there.
DELETE FROM "invites" "left_behind" WHERE NOT EXISTS (
	SELECT 1 FROM "server_members" "member"
	WHERE "member"."server_id" = "left_behind"."server_id" AND "member"."user_id" = "left_behind"."created_by"
);--> statement-breakpoint
INSERT INTO "server_departures" ("server_id", "user_id")
SELECT "member"."server_id", "member"."user_id" FROM "server_members" "member"
INNER JOIN "users" "bot" ON "bot"."id" = "member"."user_id"
WHERE "bot"."bot_owner_id" IS NOT NULL AND NOT EXISTS (
	SELECT 1 FROM "server_members" "owner"
	WHERE "owner"."server_id" = "member"."server_id" AND "owner"."user_id" = "bot"."bot_owner_id"
);
