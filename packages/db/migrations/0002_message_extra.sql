ALTER TABLE "messages" ADD COLUMN "extra" jsonb;--> statement-breakpoint
UPDATE "messages" SET "extra" = (
	SELECT jsonb_object_agg(name, value)
	FROM (VALUES ('externalId', to_jsonb(external_id)), ('metadata', metadata), ('webhook', webhook),
		('interaction', interaction), ('components', components)) field (name, value)
	WHERE value IS NOT NULL)
WHERE num_nonnulls(external_id, metadata, webhook, interaction, components) > 0;--> statement-breakpoint
-- Nodes of the release before know the columns alone, and the others `extra` alone. The next release drops these triggers with the columns.
CREATE FUNCTION messages_sync_extra() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' AND NEW.extra IS NOT DISTINCT FROM OLD.extra OR TG_OP = 'INSERT' AND NEW.extra IS NULL THEN
		NEW.extra := (
			SELECT jsonb_object_agg(name, value)
			FROM (VALUES ('externalId', to_jsonb(NEW.external_id)), ('metadata', NEW.metadata), ('webhook', NEW.webhook),
				('interaction', NEW.interaction), ('components', NEW.components)) field (name, value)
			WHERE value IS NOT NULL);
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
CREATE TRIGGER messages_sync_extra_of_post BEFORE INSERT ON "messages" FOR EACH ROW
WHEN (NEW.extra IS NOT NULL OR NEW.external_id IS NOT NULL OR NEW.metadata IS NOT NULL OR NEW.webhook IS NOT NULL
	OR NEW.interaction IS NOT NULL OR NEW.components IS NOT NULL)
EXECUTE FUNCTION messages_sync_extra();--> statement-breakpoint
CREATE TRIGGER messages_sync_extra_of_edit BEFORE UPDATE OF extra, external_id, metadata, webhook, interaction, components ON "messages"
FOR EACH ROW EXECUTE FUNCTION messages_sync_extra();--> statement-breakpoint
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
		OLD.thread_id, OLD.user_id, OLD.content, OLD.extra -> 'metadata', OLD.created_at, now())
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END
$$;--> statement-breakpoint
DROP TRIGGER messages_keep_held ON "messages";--> statement-breakpoint
CREATE TRIGGER messages_keep_held AFTER UPDATE OF content ON "messages"
FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND (
	NEW.deleted_at IS NOT NULL OR OLD.content IS DISTINCT FROM NEW.content
	OR OLD.extra -> 'metadata' IS DISTINCT FROM NEW.extra -> 'metadata'))
EXECUTE FUNCTION messages_keep_held();
