CREATE TABLE "server_emoji" (
	"id" uuid PRIMARY KEY NOT NULL,
	"server_id" uuid NOT NULL,
	"name" text NOT NULL,
	"animated" boolean NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "server_emoji_name" CHECK ("server_emoji"."name" ~ '^[a-z0-9_]{2,32}$')
);
--> statement-breakpoint
ALTER TABLE "reactions" DROP CONSTRAINT "reactions_emoji_length";--> statement-breakpoint
ALTER TABLE "server_emoji" ADD CONSTRAINT "server_emoji_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_emoji" ADD CONSTRAINT "server_emoji_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "server_emoji_name_key" ON "server_emoji" USING btree ("server_id","name");--> statement-breakpoint
-- Every row satisfies the constraint that goes, which is stricter: to check them all again would block reactions meanwhile.
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_emoji_length" CHECK (char_length("reactions"."emoji") between 1 and 69) NOT VALID;