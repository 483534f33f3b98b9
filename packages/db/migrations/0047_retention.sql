CREATE TYPE "public"."erasure_kind" AS ENUM('retention', 'channel', 'member', 'user', 'account');--> statement-breakpoint
CREATE TABLE "deleted_roots" (
	"channel_id" uuid NOT NULL,
	"thread_id" uuid NOT NULL,
	CONSTRAINT "deleted_roots_channel_id_thread_id_pk" PRIMARY KEY("channel_id","thread_id")
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" "erasure_kind" NOT NULL,
	"server_id" uuid,
	"channel_id" uuid,
	"user_id" uuid,
	"before" timestamp (3) with time zone,
	"asked_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"restored" boolean DEFAULT false NOT NULL,
	"removed" bigint DEFAULT 0 NOT NULL,
	"at_channel" uuid NOT NULL,
	"at_seq" bigint,
	"at_thread" uuid,
	CONSTRAINT "erasures_removed" CHECK ("erasures"."removed" >= 0)
);
--> statement-breakpoint
CREATE TABLE "held_attachments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"server_id" uuid,
	"channel_id" uuid NOT NULL,
	"uploader_id" uuid NOT NULL,
	"filename" text NOT NULL,
	"mime_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "held_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"message_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"server_id" uuid,
	"channel_id" uuid NOT NULL,
	"thread_id" uuid,
	"user_id" uuid NOT NULL,
	"content" text NOT NULL,
	"metadata" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "holds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"server_id" uuid,
	"channel_id" uuid,
	"reason" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "holds_of_one" CHECK (num_nonnulls("holds"."server_id", "holds"."channel_id") = 1),
	CONSTRAINT "holds_reason_length" CHECK (char_length("holds"."reason") between 1 and 512)
);
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "retention_days" integer;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "retention_set_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "retention_days" integer;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "retention_set_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deleted_roots" ADD CONSTRAINT "deleted_roots_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "erasures_retention_key" ON "erasures" USING btree ("channel_id") WHERE "erasures"."kind" = 'retention';--> statement-breakpoint
CREATE INDEX "erasures_open_idx" ON "erasures" USING btree ("id") WHERE "erasures"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "erasures_server_idx" ON "erasures" USING btree ("server_id","id");--> statement-breakpoint
CREATE INDEX "held_attachments_message_idx" ON "held_attachments" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "held_attachments_server_idx" ON "held_attachments" USING btree ("server_id","id");--> statement-breakpoint
CREATE INDEX "held_attachments_channel_idx" ON "held_attachments" USING btree ("channel_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "held_messages_text_key" ON "held_messages" USING btree ("message_id","seq");--> statement-breakpoint
CREATE INDEX "held_messages_server_idx" ON "held_messages" USING btree ("server_id","id");--> statement-breakpoint
CREATE INDEX "held_messages_channel_idx" ON "held_messages" USING btree ("channel_id","id");--> statement-breakpoint
CREATE INDEX "holds_server_idx" ON "holds" USING btree ("server_id");--> statement-breakpoint
CREATE INDEX "holds_channel_idx" ON "holds" USING btree ("channel_id");--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_retention_days" CHECK ("channels"."retention_days" between 0 and 3650);--> statement-breakpoint
ALTER TABLE "servers" ADD CONSTRAINT "servers_retention_days" CHECK ("servers"."retention_days" between 1 and 3650);--> statement-breakpoint
-- A trigger, so that no way to delete a message forgets it. No post fires it: a reply changes the count of its root alone.
CREATE FUNCTION messages_keep_deleted_root() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO deleted_roots (channel_id, thread_id) VALUES (NEW.channel_id, NEW.id) ON CONFLICT DO NOTHING;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER messages_keep_deleted_root AFTER UPDATE OF deleted_at ON "messages"
FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL AND NEW.reply_count > 0)
EXECUTE FUNCTION messages_keep_deleted_root();--> statement-breakpoint
-- After the trigger, whose lock has waited for every deletion before it.
INSERT INTO deleted_roots (channel_id, thread_id)
SELECT messages.channel_id, messages.id FROM messages JOIN channels ON channels.id = messages.channel_id
WHERE messages.deleted_at IS NOT NULL AND messages.reply_count > 0;
--> statement-breakpoint
-- No functions but those of triggers: a restore finds them by their triggers. An id is of version 7, as the service makes them: ordered by time.
CREATE FUNCTION messages_keep_held() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	replaced_at bigint := 0;
BEGIN
	IF NOT EXISTS (
		SELECT FROM holds WHERE channel_id = OLD.channel_id
			OR server_id = (SELECT server_id FROM channels WHERE id = OLD.channel_id)
	) THEN RETURN NULL; END IF;
	IF TG_OP = 'UPDATE' THEN
		IF NEW.deleted_at IS NULL THEN replaced_at := coalesce(NEW.updated_seq, 0); END IF;
	END IF;
	INSERT INTO held_messages
		(id, message_id, seq, server_id, channel_id, thread_id, user_id, content, metadata, created_at, taken_at)
	VALUES (
		encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing
			substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid, OLD.id, replaced_at, (SELECT server_id FROM channels WHERE id = OLD.channel_id), OLD.channel_id,
		OLD.thread_id, OLD.user_id, OLD.content, OLD.metadata, OLD.created_at, now())
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER messages_keep_held AFTER UPDATE OF content ON "messages"
FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND (
	NEW.deleted_at IS NOT NULL OR OLD.content IS DISTINCT FROM NEW.content OR OLD.metadata IS DISTINCT FROM NEW.metadata))
EXECUTE FUNCTION messages_keep_held();--> statement-breakpoint
CREATE TRIGGER messages_keep_held_row AFTER DELETE ON "messages"
FOR EACH ROW WHEN (OLD.deleted_at IS NULL) EXECUTE FUNCTION messages_keep_held();--> statement-breakpoint
CREATE FUNCTION message_edits_keep_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO held_messages
		(id, message_id, seq, server_id, channel_id, thread_id, user_id, content, metadata, created_at, taken_at)
	SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing
			substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid, messages.id, OLD.seq, channels.server_id, channels.id, messages.thread_id, messages.user_id, OLD.content,
		NULL, messages.created_at, now()
	FROM messages JOIN channels ON channels.id = messages.channel_id
	WHERE messages.id = OLD.message_id AND EXISTS (
		SELECT FROM holds WHERE holds.channel_id = channels.id OR holds.server_id = channels.server_id)
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER message_edits_keep_held AFTER DELETE ON "message_edits"
FOR EACH ROW EXECUTE FUNCTION message_edits_keep_held();--> statement-breakpoint
CREATE FUNCTION attachments_keep_held() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO held_attachments
		(id, message_id, server_id, channel_id, uploader_id, filename, mime_type, size_bytes, created_at, taken_at)
	SELECT OLD.id, OLD.message_id, channels.server_id, channels.id, OLD.uploader_id, OLD.filename, OLD.mime_type, OLD.size_bytes,
		OLD.created_at, now()
	FROM channels WHERE channels.id = OLD.channel_id AND EXISTS (
		SELECT FROM holds WHERE holds.channel_id = channels.id OR holds.server_id = channels.server_id)
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER attachments_keep_held AFTER DELETE ON "attachments"
FOR EACH ROW WHEN (OLD.message_id IS NOT NULL) EXECUTE FUNCTION attachments_keep_held();
