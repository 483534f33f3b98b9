ALTER TYPE "public"."notification_kind" ADD VALUE 'reminder';--> statement-breakpoint
ALTER TABLE "imported" ADD COLUMN "state" text;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "updates" uuid;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "repeatable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "nodes" ADD COLUMN "setup" jsonb;--> statement-breakpoint
ALTER TABLE "saved_messages" ADD COLUMN "remind_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "servers" ADD COLUMN "icon_path" text;--> statement-breakpoint
CREATE INDEX "saved_messages_due_idx" ON "saved_messages" USING btree ("remind_at","id") WHERE "saved_messages"."remind_at" is not null;--> statement-breakpoint
CREATE INDEX "servers_icon_idx" ON "servers" USING btree ("icon_path") WHERE "servers"."icon_path" is not null;--> statement-breakpoint
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
