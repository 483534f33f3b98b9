ALTER TABLE "secret_key" ADD COLUMN "previous_fingerprint" text;--> statement-breakpoint
ALTER TABLE "secret_key" ADD COLUMN "changed_at" timestamp (3) with time zone;