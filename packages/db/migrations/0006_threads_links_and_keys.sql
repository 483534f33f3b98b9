CREATE TABLE "channel_replies" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"root_id" uuid NOT NULL,
	"seq" bigint NOT NULL
);--> statement-breakpoint
ALTER TABLE "scheduled_messages" ADD COLUMN "also_in_channel" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_replies" ADD CONSTRAINT "channel_replies_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "channel_replies_root_idx" ON "channel_replies" USING btree ("root_id","seq");--> statement-breakpoint
-- A write of a node of the release before keeps the fields of `extra` that it does not know. Of a deleted message the place in a thread stays.
CREATE OR REPLACE FUNCTION messages_sync_extra() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	known jsonb;
	later jsonb;
BEGIN
	IF TG_OP = 'UPDATE' AND NEW.extra IS NOT DISTINCT FROM OLD.extra OR TG_OP = 'INSERT' AND NEW.extra IS NULL THEN
		known := (
			SELECT jsonb_object_agg(name, value)
			FROM (VALUES ('externalId', to_jsonb(NEW.external_id)), ('metadata', NEW.metadata), ('webhook', NEW.webhook),
				('interaction', NEW.interaction), ('components', NEW.components)) field (name, value)
			WHERE value IS NOT NULL);
		IF NEW.deleted_at IS NULL THEN
			later := NEW.extra - ARRAY['externalId', 'metadata', 'webhook', 'interaction', 'components'];
		ELSE
			later := jsonb_strip_nulls(jsonb_build_object('alsoInThread', NEW.extra -> 'alsoInThread'));
		END IF;
		NEW.extra := nullif(coalesce(later, '{}') || coalesce(known, '{}'), '{}');
	ELSE
		NEW.external_id := NEW.extra ->> 'externalId';
		NEW.metadata := NEW.extra -> 'metadata';
		NEW.webhook := NEW.extra -> 'webhook';
		NEW.interaction := NEW.extra -> 'interaction';
		NEW.components := NEW.extra -> 'components';
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION messages_keep_held() RETURNS trigger LANGUAGE plpgsql AS $$
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
		coalesce(OLD.thread_id, (OLD.extra ->> 'alsoInThread')::uuid), OLD.user_id, OLD.content, OLD.extra -> 'metadata', OLD.created_at, now())
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END
$$;--> statement-breakpoint
DROP INDEX "imported_user_idx";--> statement-breakpoint
ALTER TABLE "mail_tokens" ALTER COLUMN "address" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_tokens" ALTER COLUMN "mail_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "imported" ADD COLUMN "seen_by" uuid;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "delete_missing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "deleted" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "conversion" jsonb;--> statement-breakpoint
CREATE INDEX "imported_person_idx" ON "imported" USING btree ("id") WHERE "imported"."kind" in ('user', 'member', 'userGroupMember', 'channelMember');--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "shares_timezone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "secret_key" ADD COLUMN "previous_fingerprint" text;--> statement-breakpoint
ALTER TABLE "secret_key" ADD COLUMN "changed_at" timestamp (3) with time zone;
