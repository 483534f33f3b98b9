CREATE TABLE "message_removals" (
	"server_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"actor_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"channel_id" uuid NOT NULL,
	"seq" bigint,
	"removed" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "message_removals_server_id_user_id_pk" PRIMARY KEY("server_id","user_id"),
	CONSTRAINT "message_removals_span" CHECK ("message_removals"."since" <= "message_removals"."until")
);
--> statement-breakpoint
ALTER TABLE "message_removals" ADD CONSTRAINT "message_removals_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_removals" ADD CONSTRAINT "message_removals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_removals" ADD CONSTRAINT "message_removals_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;