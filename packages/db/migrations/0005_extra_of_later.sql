-- A write of a node of the release before keeps the fields of `extra` that it does not know, unless it deletes the message.
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
$$;
