CREATE TABLE "admin_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"act" text NOT NULL,
	"target_id" uuid NOT NULL,
	"target_name" text NOT NULL,
	"details" jsonb NOT NULL,
	"request_id" text NOT NULL,
	CONSTRAINT "admin_acts_details_is_object" CHECK (jsonb_typeof("admin_acts"."details") = 'object')
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "admin" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "deactivated_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "admin_acts_target_idx" ON "admin_acts" USING btree ("target_id","id");--> statement-breakpoint
CREATE INDEX "admin_acts_actor_idx" ON "admin_acts" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "users_admin_idx" ON "users" USING btree ("id") WHERE "users"."admin";--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_admin_is_person" CHECK (not ("users"."admin" and "users"."bot"));--> statement-breakpoint
CREATE FUNCTION admin_acts_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'admin_acts is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER admin_acts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "admin_acts"
FOR EACH STATEMENT EXECUTE FUNCTION admin_acts_append_only();
