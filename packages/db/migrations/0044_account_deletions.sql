CREATE TABLE "account_deletions" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"deleted_at" timestamp (3) with time zone NOT NULL,
	"step" text NOT NULL,
	"after_id" uuid,
	"after_seq" bigint,
	"after_key" text
);
--> statement-breakpoint
CREATE TABLE "reserved_usernames" (
	"name_hash" "bytea" PRIMARY KEY NOT NULL,
	"free_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "presence" ADD COLUMN "idle" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "invisible" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "account_deletions" ADD CONSTRAINT "account_deletions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reserved_usernames_free_idx" ON "reserved_usernames" USING btree ("free_at");--> statement-breakpoint
-- After the row, because the unique index then has waited for whoever gives the name up at the same time.
CREATE FUNCTION users_username_is_free() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (
		SELECT FROM reserved_usernames
		WHERE name_hash = sha256(convert_to(lower(NEW.username), 'UTF8')) AND free_at > now()
	) THEN
		RAISE EXCEPTION 'this username is reserved' USING ERRCODE = 'unique_violation', CONSTRAINT = 'users_username_key', TABLE = 'users';
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER users_username_is_free AFTER INSERT OR UPDATE OF username ON "users"
FOR EACH ROW EXECUTE FUNCTION users_username_is_free();
