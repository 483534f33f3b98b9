CREATE TABLE "stored_bytes" (
	"person_id" uuid,
	"bytes" bigint NOT NULL,
	CONSTRAINT "stored_bytes_person_key" UNIQUE NULLS NOT DISTINCT("person_id")
);
--> statement-breakpoint
ALTER TABLE "stored_bytes" ADD CONSTRAINT "stored_bytes_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_avatar_idx" ON "users" USING btree ("avatar_path") WHERE "users"."avatar_path" is not null;
--> statement-breakpoint
INSERT INTO "stored_bytes" ("person_id", "bytes")
SELECT coalesce(u."bot_owner_id", u."id"), sum(a."size_bytes")
FROM "attachments" a JOIN "users" u ON u."id" = a."uploader_id"
GROUP BY 1;
--> statement-breakpoint
INSERT INTO "stored_bytes" ("person_id", "bytes")
SELECT null, coalesce(sum("size_bytes"), 0) FROM "attachments";
