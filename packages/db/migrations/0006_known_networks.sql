CREATE TABLE "known_networks" (
	"user_id" uuid NOT NULL,
	"network" text NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_networks_user_id_network_pk" PRIMARY KEY("user_id","network"),
	CONSTRAINT "known_networks_network_length" CHECK (char_length("known_networks"."network") <= 64)
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "wrong_passwords" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "known_networks" ADD CONSTRAINT "known_networks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "known_networks_last_used_idx" ON "known_networks" USING btree ("last_used_at");