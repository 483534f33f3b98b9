CREATE TABLE "webhook_accounts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"server_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_accounts" ADD CONSTRAINT "webhook_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_accounts" ADD CONSTRAINT "webhook_accounts_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_accounts_server_idx" ON "webhook_accounts" USING btree ("server_id","user_id");--> statement-breakpoint
INSERT INTO "webhook_accounts" ("user_id", "server_id") SELECT webhook."user_id", channel."server_id" FROM "incoming_webhooks" webhook JOIN "channels" channel ON channel."id" = webhook."channel_id" WHERE channel."server_id" IS NOT NULL;
