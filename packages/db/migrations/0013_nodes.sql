CREATE UNLOGGED TABLE "nodes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"draining" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "presence" (
	"server_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"node_id" uuid NOT NULL,
	CONSTRAINT "presence_server_id_user_id_node_id_pk" PRIMARY KEY("server_id","user_id","node_id")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_buckets" (
	"limiter" text NOT NULL,
	"key" text NOT NULL,
	"full_at" bigint NOT NULL,
	CONSTRAINT "rate_buckets_limiter_key_pk" PRIMARY KEY("limiter","key")
);
--> statement-breakpoint
CREATE TABLE "timeline" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"epoch" integer NOT NULL,
	CONSTRAINT "timeline_one_row" CHECK ("timeline"."one"),
	CONSTRAINT "timeline_epoch_positive" CHECK ("timeline"."epoch" > 0)
);
--> statement-breakpoint
CREATE INDEX "presence_node_idx" ON "presence" USING btree ("node_id");--> statement-breakpoint
INSERT INTO "timeline" ("epoch") VALUES (1);
