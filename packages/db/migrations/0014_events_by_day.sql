-- `events` becomes partitioned by day. Its rows stay where they are: the table becomes the first partition. Posts wait for the
-- lock of this migration, so it waits for no long reader: the start tries again.
SET LOCAL lock_timeout = '500ms';--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "origin_stream" uuid, ADD COLUMN "origin_seq" bigint;--> statement-breakpoint
ALTER TABLE "events" RENAME TO "events_first";--> statement-breakpoint
ALTER TABLE "events_first" RENAME CONSTRAINT "events_stream_id_seq_pk" TO "events_first_pkey";--> statement-breakpoint
ALTER INDEX "events_message_idx" RENAME TO "events_first_message_id_seq_idx";--> statement-breakpoint
ALTER INDEX "events_created_brin" RENAME TO "events_first_created_brin";--> statement-breakpoint
CREATE TABLE "events" (
	"stream_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"frame" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"message_id" uuid,
	"origin_stream" uuid,
	"origin_seq" bigint,
	CONSTRAINT "events_seq_positive" CHECK ("seq" > 0)
) PARTITION BY RANGE ("created_at");--> statement-breakpoint
CREATE INDEX "events_message_idx" ON "events" USING btree ("message_id","seq") WHERE "message_id" is not null;--> statement-breakpoint
-- A release before this one purges by `ctid`, which names a row of each partition. So only a purge that says that it knows
-- of partitions deletes rows. Dropping a partition fires no trigger.
CREATE FUNCTION "keep_event"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;--> statement-breakpoint
CREATE TRIGGER "events_purge_only" BEFORE DELETE ON "events" FOR EACH ROW
	WHEN (current_setting('palaver.purge', true) IS DISTINCT FROM 'partition') EXECUTE FUNCTION "keep_event"();--> statement-breakpoint
-- The bound is the one that `boundEvents` has proved before, or Postgres proves it here by reading the rows.
DO $$
DECLARE
	proof text := (SELECT conname FROM pg_constraint
		WHERE conrelid = 'events_first'::regclass AND conname LIKE 'events\_before\_%' AND convalidated);
	bound timestamptz := coalesce(to_date(right(proof, 8), 'YYYYMMDD'), (now() AT TIME ZONE 'UTC')::date + 2)::timestamp AT TIME ZONE 'UTC';
BEGIN
	EXECUTE format('ALTER TABLE events ATTACH PARTITION events_first FOR VALUES FROM (MINVALUE) TO (%L)', bound);
	IF proof IS NOT NULL THEN EXECUTE format('ALTER TABLE events_first DROP CONSTRAINT %I', proof); END IF;
END $$;--> statement-breakpoint
CREATE TABLE "events_default" PARTITION OF "events" (PRIMARY KEY ("stream_id","seq")) DEFAULT;--> statement-breakpoint
CREATE INDEX "events_default_created_brin" ON "events_default" USING brin ("created_at");--> statement-breakpoint
-- Other roles keep the rights that they had on the table.
DO $$
DECLARE
	granted record;
BEGIN
	FOR granted IN
		SELECT grantee, privilege_type FROM pg_class, aclexplode(relacl)
		WHERE oid = 'events_first'::regclass AND grantee NOT IN (0, relowner)
	LOOP
		EXECUTE format('GRANT %s ON events, events_default TO %s', granted.privilege_type, granted.grantee::regrole);
	END LOOP;
END $$;--> statement-breakpoint
SET LOCAL lock_timeout = 0;
