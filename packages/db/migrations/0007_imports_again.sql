ALTER TABLE "imported" ADD COLUMN "state" text;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "updates" uuid;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "repeatable" boolean DEFAULT false NOT NULL;