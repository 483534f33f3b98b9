CREATE TYPE "public"."import_state" AS ENUM('checking', 'importing', 'joining', 'done', 'failed', 'cancelled');--> statement-breakpoint
CREATE TABLE "imported" (
	"import_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"source_id" text NOT NULL,
	"id" uuid NOT NULL,
	"note" jsonb,
	CONSTRAINT "imported_import_id_kind_source_id_pk" PRIMARY KEY("import_id","kind","source_id")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" "import_state" DEFAULT 'checking' NOT NULL,
	"check_only" boolean NOT NULL,
	"created_by" uuid,
	"created_by_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"size_bytes" bigint NOT NULL,
	"source" text,
	"source_server_id" text,
	"server_name" text,
	"server_id" uuid,
	"parts_done" integer DEFAULT 0 NOT NULL,
	"lines_done" bigint DEFAULT 0 NOT NULL,
	"lines_of_part_done" integer DEFAULT 0 NOT NULL,
	"lines" bigint,
	"users" integer DEFAULT 0 NOT NULL,
	"messages" bigint DEFAULT 0 NOT NULL,
	"files" integer DEFAULT 0 NOT NULL,
	"file_bytes" bigint DEFAULT 0 NOT NULL,
	"problem" text,
	"claimed_by" text,
	"claimed_until" timestamp (3) with time zone,
	"cleared" boolean DEFAULT false NOT NULL,
	CONSTRAINT "imports_problem_length" CHECK (char_length("imports"."problem") <= 1000)
);
--> statement-breakpoint
ALTER TABLE "imported" ADD CONSTRAINT "imported_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imported_user_idx" ON "imported" USING btree ("id") WHERE "imported"."kind" = 'user';--> statement-breakpoint
CREATE INDEX "imports_open_idx" ON "imports" USING btree ("id") WHERE not "imports"."cleared";--> statement-breakpoint
CREATE INDEX "imports_source_idx" ON "imports" USING btree ("source","source_server_id");