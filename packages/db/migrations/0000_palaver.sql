CREATE TYPE "public"."erasure_kind" AS ENUM('retention', 'channel', 'member', 'user', 'account');--> statement-breakpoint
CREATE TYPE "public"."stream_kind" AS ENUM('channel', 'server', 'user');--> statement-breakpoint
CREATE TYPE "public"."import_state" AS ENUM('checking', 'importing', 'joining', 'done', 'failed', 'cancelled');--> statement-breakpoint
CREATE TYPE "public"."digest_delay" AS ENUM('15m', '1h', '24h', 'off');--> statement-breakpoint
CREATE TYPE "public"."report_state" AS ENUM('open', 'settled', 'dismissed');--> statement-breakpoint
CREATE TYPE "public"."notification_level" AS ENUM('all', 'mentions', 'nothing');--> statement-breakpoint
CREATE TYPE "public"."notification_kind" AS ENUM('mention', 'dm', 'thread_reply', 'channel');--> statement-breakpoint
CREATE TYPE "public"."delivery_state" AS ENUM('waiting', 'delivered', 'failed', 'dropped');--> statement-breakpoint
CREATE TYPE "public"."server_role" AS ENUM('owner', 'admin', 'moderator', 'member');--> statement-breakpoint
CREATE TYPE "public"."dms_from" AS ENUM('everyone', 'servers', 'nobody');--> statement-breakpoint
CREATE TABLE "account_deletions" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"deleted_at" timestamp (3) with time zone NOT NULL,
	"step" text NOT NULL,
	"after_id" uuid,
	"after_seq" bigint,
	"after_key" text
);
--> statement-breakpoint
CREATE TABLE "reserved_usernames" (
	"name_hash" "bytea" PRIMARY KEY NOT NULL,
	"free_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admin_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"act" text NOT NULL,
	"target_id" uuid NOT NULL,
	"target_name" text NOT NULL,
	"details" jsonb NOT NULL,
	"request_id" text NOT NULL,
	CONSTRAINT "admin_acts_details_is_object" CHECK (jsonb_typeof("admin_acts"."details") = 'object')
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"scopes" text[] NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_token_hash_is_sha256" CHECK (octet_length("api_keys"."token_hash") = 32),
	CONSTRAINT "api_keys_name_length" CHECK (char_length("api_keys"."name") between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "used_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channel_members" (
	"channel_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"read_seq" bigint DEFAULT 0 NOT NULL,
	"read_message_id" uuid,
	"set_back_seq" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "channel_members_channel_id_user_id_pk" PRIMARY KEY("channel_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"server_id" uuid,
	"name" text NOT NULL,
	"display_name" text NOT NULL,
	"topic" text,
	"is_dm" boolean DEFAULT false NOT NULL,
	"is_private" boolean DEFAULT false NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"member_count" integer DEFAULT 0 NOT NULL,
	"joined_by_default" boolean DEFAULT false NOT NULL,
	"read_receipts" boolean DEFAULT false NOT NULL,
	"posting_role" "server_role" DEFAULT 'member' NOT NULL,
	"slow_mode_seconds" integer DEFAULT 0 NOT NULL,
	"default_notification_level" "notification_level",
	"permission_overrides" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"retention_days" integer,
	"retention_set_at" timestamp (3) with time zone,
	"group_id" uuid,
	"dm_key" text,
	"deleted_at" timestamp (3) with time zone,
	"external_id" text,
	"metadata" jsonb,
	CONSTRAINT "channels_name_length" CHECK ("channels"."is_dm" or char_length("channels"."name") between 2 and 32),
	CONSTRAINT "channels_name_lowercase" CHECK ("channels"."name" = lower("channels"."name")),
	CONSTRAINT "channels_display_name_length" CHECK (char_length("channels"."display_name") between 1 and 100),
	CONSTRAINT "channels_topic_length" CHECK (char_length("channels"."topic") <= 1024),
	CONSTRAINT "channels_joined_by_default_public" CHECK (not ("channels"."joined_by_default" and "channels"."is_private")),
	CONSTRAINT "channels_slow_mode" CHECK ("channels"."slow_mode_seconds" between 0 and 21600),
	CONSTRAINT "channels_retention_days" CHECK ("channels"."retention_days" between 0 and 3650),
	CONSTRAINT "channels_member_count" CHECK ("channels"."member_count" >= 0),
	CONSTRAINT "channels_dm_shape" CHECK ("channels"."is_dm" = ("channels"."server_id" is null) and "channels"."is_dm" = ("channels"."dm_key" is not null) and (not "channels"."is_dm" or "channels"."is_private"))
);
--> statement-breakpoint
CREATE TABLE "slow_mode_posts" (
	"channel_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"posted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "slow_mode_posts_channel_id_user_id_pk" PRIMARY KEY("channel_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "consumer_positions" (
	"consumer" text NOT NULL,
	"stream_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"until_seq" bigint,
	"part" text,
	CONSTRAINT "consumer_positions_consumer_stream_id_pk" PRIMARY KEY("consumer","stream_id"),
	CONSTRAINT "consumer_positions_part" CHECK (("consumer_positions"."until_seq" is null) = ("consumer_positions"."part" is null))
);
--> statement-breakpoint
CREATE TABLE "consumers" (
	"name" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"user_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"thread_id" uuid,
	"content" text NOT NULL,
	"attachment_ids" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "drafts_place_key" UNIQUE NULLS NOT DISTINCT("user_id","channel_id","thread_id")
);
--> statement-breakpoint
CREATE TABLE "server_emoji" (
	"id" uuid PRIMARY KEY NOT NULL,
	"server_id" uuid NOT NULL,
	"name" text NOT NULL,
	"animated" boolean NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "server_emoji_name" CHECK ("server_emoji"."name" ~ '^[a-z0-9_]{2,32}$')
);
--> statement-breakpoint
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
CREATE TABLE "events" (
	"stream_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"frame" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"message_id" uuid,
	"origin_stream" uuid,
	"origin_seq" bigint,
	CONSTRAINT "events_seq_positive" CHECK ("events"."seq" > 0)
) PARTITION BY RANGE ("created_at");
--> statement-breakpoint
-- The service makes a partition for each day to come (packages/core/src/log/partitions.ts). Its primary key is that of each partition, since a key of
-- all would need the instant in it.
CREATE TABLE "events_default" PARTITION OF "events" (PRIMARY KEY ("stream_id","seq")) DEFAULT;
--> statement-breakpoint
-- What is from before tomorrow.
DO $$
BEGIN
	EXECUTE format('CREATE TABLE events_first PARTITION OF events (PRIMARY KEY (stream_id, seq)) FOR VALUES FROM (MINVALUE) TO (%L)',
		((now() AT TIME ZONE 'UTC')::date + 2)::timestamp AT TIME ZONE 'UTC');
END $$;
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"answer" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key"),
	CONSTRAINT "idempotency_keys_key_length" CHECK (char_length("idempotency_keys"."key") between 1 and 64)
);
--> statement-breakpoint
CREATE TABLE "stream_heads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" "stream_kind" NOT NULL,
	"last_seq" bigint DEFAULT 0 NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stream_heads_last_seq" CHECK ("stream_heads"."last_seq" >= 0)
);
--> statement-breakpoint
CREATE TABLE "favorites" (
	"user_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "favorites_user_id_channel_id_pk" PRIMARY KEY("user_id","channel_id")
);
--> statement-breakpoint
CREATE TABLE "channel_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"server_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "channel_groups_name_length" CHECK (char_length("channel_groups"."name") between 1 and 64)
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
CREATE TABLE "exchange_codes" (
	"code_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"code_challenge" text,
	"tries" smallint DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identities_provider_subject_pk" PRIMARY KEY("provider","subject"),
	CONSTRAINT "identities_subject_length" CHECK (char_length("identities"."subject") between 1 and 255)
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"state_hash" "bytea" PRIMARY KEY NOT NULL,
	"browser_hash" "bytea" NOT NULL,
	"provider" text NOT NULL,
	"sealed" text NOT NULL,
	"session_id" uuid,
	"user_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_attempts_link" CHECK (("sign_in_attempts"."session_id" is null) = ("sign_in_attempts"."user_id" is null))
);
--> statement-breakpoint
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
CREATE TABLE "incoming_webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"may_mention_all" boolean DEFAULT false NOT NULL,
	"github_secret" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "incoming_webhooks_name_length" CHECK (char_length("incoming_webhooks"."name") between 1 and 64)
);
--> statement-breakpoint
CREATE TABLE "webhook_accounts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"server_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bot_commands" (
	"bot_id" uuid PRIMARY KEY NOT NULL,
	"commands" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bot_endpoints" (
	"bot_id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"host" text NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_until" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"paused_until" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"status" integer,
	"error" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "bot_endpoints_url_length" CHECK (char_length("bot_endpoints"."url") <= 2000),
	CONSTRAINT "bot_endpoints_failing" CHECK (("bot_endpoints"."failures" = 0) = ("bot_endpoints"."failing_since" is null)),
	CONSTRAINT "bot_endpoints_previous" CHECK (("bot_endpoints"."previous_secret" is null) = ("bot_endpoints"."previous_until" is null))
);
--> statement-breakpoint
CREATE TABLE "interactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"bot_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"server_id" uuid,
	"channel_id" uuid NOT NULL,
	"thread_id" uuid,
	"name" text,
	"message_id" uuid,
	"component_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"answers" smallint DEFAULT 0 NOT NULL,
	"send_at" timestamp (3) with time zone,
	"send_attempts" smallint DEFAULT 0 NOT NULL,
	"lease" uuid,
	"asked_seq" bigint NOT NULL,
	"answer_seqs" bigint[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "interactions_kind" CHECK (("interactions"."kind" = 'command') = ("interactions"."name" is not null)),
	CONSTRAINT "interactions_component" CHECK (("interactions"."kind" = 'component') = ("interactions"."component_id" is not null)),
	CONSTRAINT "interactions_answers" CHECK ("interactions"."answers" between 0 and 6)
);
--> statement-breakpoint
CREATE TABLE "unpublished_commands" (
	"bot_id" uuid NOT NULL,
	"stream_id" uuid NOT NULL,
	CONSTRAINT "unpublished_commands_bot_id_stream_id_pk" PRIMARY KEY("bot_id","stream_id")
);
--> statement-breakpoint
CREATE TABLE "mail_outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"address" text NOT NULL,
	"details" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_outbox_address_length" CHECK (char_length("mail_outbox"."address") <= 254)
);
--> statement-breakpoint
CREATE TABLE "mail_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"address" text NOT NULL,
	"password_digest" "bytea",
	"mail_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "mail_tokens_hash_is_sha256" CHECK (octet_length("mail_tokens"."token_hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "mail_digests" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"delay" "digest_delay",
	"updated_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "message_edits" (
	"message_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"content" text NOT NULL,
	"user_id" uuid NOT NULL,
	"edited_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "message_edits_message_id_seq_pk" PRIMARY KEY("message_id","seq")
);
--> statement-breakpoint
CREATE TABLE "message_mentions" (
	"target_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"message_id" uuid NOT NULL,
	"thread_id" uuid,
	"added_seq" bigint NOT NULL,
	"here" boolean DEFAULT false NOT NULL,
	CONSTRAINT "message_mentions_target_id_channel_id_seq_pk" PRIMARY KEY("target_id","channel_id","seq")
);
--> statement-breakpoint
CREATE TABLE "message_search" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"scope_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"has_file" boolean NOT NULL,
	"has_link" boolean NOT NULL,
	"content" text NOT NULL,
	"grams" integer[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_search_backfill" (
	"below" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attachments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel_id" uuid NOT NULL,
	"uploader_id" uuid NOT NULL,
	"message_id" uuid,
	"scheduled_id" uuid,
	"position" integer DEFAULT 0 NOT NULL,
	"filename" text NOT NULL,
	"mime_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "attachments_filename_length" CHECK (char_length("attachments"."filename") between 1 and 255),
	CONSTRAINT "attachments_size" CHECK ("attachments"."size_bytes" between 0 and 26214400)
);
--> statement-breakpoint
CREATE TABLE "message_external_ids" (
	"channel_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"message_id" uuid NOT NULL,
	CONSTRAINT "message_external_ids_channel_id_external_id_pk" PRIMARY KEY("channel_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "message_pins" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"channel_id" uuid NOT NULL,
	"seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"user_id" uuid NOT NULL,
	"thread_id" uuid,
	"content" text NOT NULL,
	"edited" boolean DEFAULT false NOT NULL,
	"reply_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"updated_seq" bigint,
	"clearing" boolean,
	"external_id" text,
	"metadata" jsonb,
	"mentions" jsonb,
	"webhook" jsonb,
	"pinned_at" timestamp (3) with time zone,
	"pinned_by" uuid,
	"interaction" jsonb,
	"components" jsonb,
	CONSTRAINT "messages_content_length" CHECK (char_length("messages"."content") <= 40000),
	CONSTRAINT "messages_reply_count" CHECK ("messages"."reply_count" >= 0),
	CONSTRAINT "messages_thread_is_one_deep" CHECK ("messages"."thread_id" is null or "messages"."reply_count" = 0)
);
--> statement-breakpoint
CREATE TABLE "reactions" (
	"message_id" uuid NOT NULL,
	"emoji" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reactions_message_id_emoji_user_id_pk" PRIMARY KEY("message_id","emoji","user_id"),
	CONSTRAINT "reactions_emoji_length" CHECK (char_length("reactions"."emoji") between 1 and 69)
);
--> statement-breakpoint
CREATE TABLE "message_removals" (
	"server_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"actor_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"channel_id" uuid NOT NULL,
	"seq" bigint,
	"removed" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "message_removals_server_id_user_id_pk" PRIMARY KEY("server_id","user_id"),
	CONSTRAINT "message_removals_span" CHECK ("message_removals"."since" <= "message_removals"."until")
);
--> statement-breakpoint
CREATE TABLE "message_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"server_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"reporter_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"state" "report_state" DEFAULT 'open' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_by" uuid,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "message_reports_reason_length" CHECK (char_length("message_reports"."reason") between 1 and 512)
);
--> statement-breakpoint
CREATE TABLE "server_acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"server_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"act" text NOT NULL,
	"target_id" uuid NOT NULL,
	"target_name" text,
	"details" jsonb NOT NULL,
	CONSTRAINT "server_acts_details_is_object" CHECK (jsonb_typeof("server_acts"."details") = 'object')
);
--> statement-breakpoint
CREATE TABLE "server_timeouts" (
	"server_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"reason" text,
	"timed_out_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "server_timeouts_server_id_user_id_pk" PRIMARY KEY("server_id","user_id"),
	CONSTRAINT "server_timeouts_reason_length" CHECK (char_length("server_timeouts"."reason") between 1 and 512)
);
--> statement-breakpoint
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
	"idle" boolean DEFAULT false NOT NULL,
	CONSTRAINT "presence_server_id_user_id_node_id_pk" PRIMARY KEY("server_id","user_id","node_id")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_buckets" (
	"limiter" text NOT NULL,
	"key" text NOT NULL,
	"full_at" bigint NOT NULL,
	"last_granted" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "rate_buckets_limiter_key_pk" PRIMARY KEY("limiter","key")
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"user_id" uuid NOT NULL,
	"server_id" uuid,
	"channel_id" uuid,
	"level" "notification_level",
	"muted_until" timestamp (3) with time zone,
	"quiet_start" text,
	"quiet_end" text,
	"timezone" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notification_preferences_key" UNIQUE NULLS NOT DISTINCT("user_id","server_id","channel_id"),
	CONSTRAINT "notification_preferences_scope" CHECK ("notification_preferences"."server_id" is not null or "notification_preferences"."channel_id" is not null),
	CONSTRAINT "notification_preferences_quiet_together" CHECK (("notification_preferences"."quiet_start" is null) = ("notification_preferences"."quiet_end" is null)),
	CONSTRAINT "notification_preferences_quiet_format" CHECK ("notification_preferences"."quiet_start" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and "notification_preferences"."quiet_end" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" "notification_kind" NOT NULL,
	"server_id" uuid,
	"channel_id" uuid NOT NULL,
	"message_id" uuid,
	"thread_id" uuid,
	"author_id" uuid,
	"first_seq" bigint NOT NULL,
	"last_seq" bigint NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"silent" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	"mail_id" uuid,
	CONSTRAINT "notifications_count" CHECK ("notifications"."count" > 0),
	CONSTRAINT "notifications_names_message" CHECK (("notifications"."message_id" is null) = ("notifications"."kind" = 'channel'))
);
--> statement-breakpoint
CREATE TABLE "outgoing_webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"stream_id" uuid NOT NULL,
	"seq" bigint,
	"event_type" text NOT NULL,
	"channel_id" uuid,
	"state" "delivery_state" DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"status" integer,
	"error" text,
	"duration_ms" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"queued_at" timestamp (3) with time zone NOT NULL,
	"tried_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "outgoing_webhook_lanes" (
	"webhook_id" uuid NOT NULL,
	"stream_id" uuid NOT NULL,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	"lease" uuid,
	CONSTRAINT "outgoing_webhook_lanes_webhook_id_stream_id_pk" PRIMARY KEY("webhook_id","stream_id")
);
--> statement-breakpoint
CREATE TABLE "outgoing_webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"server_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"url" text NOT NULL,
	"host" text NOT NULL,
	"description" text NOT NULL,
	"event_types" text[] NOT NULL,
	"channel_ids" jsonb,
	"enabled" boolean NOT NULL,
	"enabled_at" timestamp (3) with time zone NOT NULL,
	"disabled_reason" text,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_until" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"paused_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "outgoing_webhooks_url_length" CHECK (char_length("outgoing_webhooks"."url") <= 2000),
	CONSTRAINT "outgoing_webhooks_description_length" CHECK (char_length("outgoing_webhooks"."description") <= 200),
	CONSTRAINT "outgoing_webhooks_deleted" CHECK ("outgoing_webhooks"."deleted_at" is null or not "outgoing_webhooks"."enabled"),
	CONSTRAINT "outgoing_webhooks_reason" CHECK ("outgoing_webhooks"."disabled_reason" is null or not "outgoing_webhooks"."enabled"),
	CONSTRAINT "outgoing_webhooks_previous" CHECK (("outgoing_webhooks"."previous_secret" is null) = ("outgoing_webhooks"."previous_until" is null))
);
--> statement-breakpoint
CREATE TABLE "saved_messages" (
	"user_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_messages_user_id_message_id_pk" PRIMARY KEY("user_id","message_id"),
	CONSTRAINT "saved_messages_order_key" UNIQUE("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "scheduled_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"thread_id" uuid,
	"content" text NOT NULL,
	"attachment_ids" jsonb NOT NULL,
	"send_at" timestamp (3) with time zone NOT NULL,
	"failure_code" text,
	"failure_error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"challenge_hash" "bytea" PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"session_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_name_length" CHECK (char_length("passkeys"."name") between 1 and 64)
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "secret_key" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"fingerprint" text NOT NULL,
	CONSTRAINT "secret_key_is_one" CHECK ("secret_key"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "totp_secrets" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_period" integer
);
--> statement-breakpoint
CREATE TABLE "invites" (
	"code" text PRIMARY KEY NOT NULL,
	"server_id" uuid NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"max_uses" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "invites_uses" CHECK ("invites"."uses" >= 0 and ("invites"."max_uses" is null or "invites"."uses" <= "invites"."max_uses"))
);
--> statement-breakpoint
CREATE TABLE "server_bans" (
	"server_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text,
	"banned_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "server_bans_server_id_user_id_pk" PRIMARY KEY("server_id","user_id"),
	CONSTRAINT "server_bans_reason_length" CHECK (char_length("server_bans"."reason") between 1 and 512)
);
--> statement-breakpoint
CREATE TABLE "server_departures" (
	"server_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "server_departures_server_id_user_id_pk" PRIMARY KEY("server_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "server_members" (
	"server_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" "server_role" NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"timed_out_until" timestamp (3) with time zone,
	CONSTRAINT "server_members_server_id_user_id_pk" PRIMARY KEY("server_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "servers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"member_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"retention_days" integer,
	"retention_set_at" timestamp (3) with time zone,
	"external_id" text,
	"metadata" jsonb,
	CONSTRAINT "servers_name_length" CHECK (char_length("servers"."name") between 1 and 100),
	CONSTRAINT "servers_member_count" CHECK ("servers"."member_count" >= 0),
	CONSTRAINT "servers_retention_days" CHECK ("servers"."retention_days" between 1 and 3650)
);
--> statement-breakpoint
CREATE TABLE "known_networks" (
	"user_id" uuid NOT NULL,
	"network" text NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_networks_user_id_network_pk" PRIMARY KEY("user_id","network"),
	CONSTRAINT "known_networks_network_length" CHECK (char_length("known_networks"."network") <= 64)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"absolute_expires_at" timestamp (3) with time zone,
	"wrong_passwords" smallint DEFAULT 0 NOT NULL,
	"method" text DEFAULT 'password' NOT NULL,
	"signed_in_from" text,
	"last_used_from" text,
	"verified_at" timestamp (3) with time zone,
	"scopes" text[],
	CONSTRAINT "sessions_token_hash_is_sha256" CHECK (octet_length("sessions"."token_hash") = 32),
	CONSTRAINT "sessions_ends_together" CHECK (("sessions"."expires_at" is null) = ("sessions"."absolute_expires_at" is null))
);
--> statement-breakpoint
CREATE TABLE "ws_tickets" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stored_bytes" (
	"person_id" uuid,
	"bytes" bigint NOT NULL,
	CONSTRAINT "stored_bytes_person_key" UNIQUE NULLS NOT DISTINCT("person_id")
);
--> statement-breakpoint
CREATE TABLE "thread_follows" (
	"user_id" uuid NOT NULL,
	"root_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"following" boolean DEFAULT true NOT NULL,
	"read_seq" bigint NOT NULL,
	"read_message_id" uuid,
	"set_back_seq" bigint DEFAULT 0 NOT NULL,
	"announced" boolean DEFAULT false NOT NULL,
	CONSTRAINT "thread_follows_user_id_root_id_pk" PRIMARY KEY("user_id","root_id")
);
--> statement-breakpoint
CREATE TABLE "user_group_members" (
	"group_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "user_group_members_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "user_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"server_id" uuid NOT NULL,
	"handle" text NOT NULL,
	"name" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"member_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "user_groups_handle_length" CHECK (char_length("user_groups"."handle") between 2 and 32),
	CONSTRAINT "user_groups_name_length" CHECK (char_length("user_groups"."name") between 1 and 64),
	CONSTRAINT "user_groups_member_count" CHECK ("user_groups"."member_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "unpublished_profiles" (
	"user_id" uuid NOT NULL,
	"server_id" uuid NOT NULL,
	CONSTRAINT "unpublished_profiles_user_id_server_id_pk" PRIMARY KEY("user_id","server_id")
);
--> statement-breakpoint
CREATE TABLE "user_blocks" (
	"user_id" uuid NOT NULL,
	"blocked_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "user_blocks_user_id_blocked_id_pk" PRIMARY KEY("user_id","blocked_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"display_name" text NOT NULL,
	"status" text DEFAULT '' NOT NULL,
	"status_emoji" text,
	"status_expires_at" timestamp (3) with time zone,
	"dnd_until" timestamp (3) with time zone,
	"bot" boolean DEFAULT false NOT NULL,
	"bot_owner_id" uuid,
	"email" text,
	"verified_email" text,
	"timezone" text,
	"read_receipts" boolean DEFAULT true NOT NULL,
	"password_hash" text,
	"avatar_path" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"invisible" boolean DEFAULT false NOT NULL,
	"dms_from" "dms_from" DEFAULT 'everyone' NOT NULL,
	"admin" boolean DEFAULT false NOT NULL,
	"deactivated_at" timestamp (3) with time zone,
	"external_id" text,
	"metadata" jsonb,
	"found_as" text,
	"name_parts" text[],
	CONSTRAINT "users_admin_is_person" CHECK (not ("users"."admin" and "users"."bot")),
	CONSTRAINT "users_username_length" CHECK (char_length("users"."username") between 2 and 32),
	CONSTRAINT "users_display_name_length" CHECK (char_length("users"."display_name") between 1 and 64),
	CONSTRAINT "users_status_length" CHECK (char_length("users"."status") <= 128),
	CONSTRAINT "users_status_emoji_length" CHECK (char_length("users"."status_emoji") between 1 and 64),
	CONSTRAINT "users_bot_has_owner" CHECK ("users"."bot" = ("users"."bot_owner_id" is not null)),
	CONSTRAINT "users_bot_has_no_password" CHECK (not "users"."bot" or "users"."password_hash" is null)
);
--> statement-breakpoint
ALTER TABLE "account_deletions" ADD CONSTRAINT "account_deletions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_members" ADD CONSTRAINT "channel_members_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_members" ADD CONSTRAINT "channel_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_group_id_channel_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."channel_groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slow_mode_posts" ADD CONSTRAINT "slow_mode_posts_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slow_mode_posts" ADD CONSTRAINT "slow_mode_posts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_emoji" ADD CONSTRAINT "server_emoji_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_emoji" ADD CONSTRAINT "server_emoji_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_roots" ADD CONSTRAINT "deleted_roots_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favorites" ADD CONSTRAINT "favorites_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_groups" ADD CONSTRAINT "channel_groups_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_groups" ADD CONSTRAINT "channel_groups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_codes" ADD CONSTRAINT "exchange_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD CONSTRAINT "sign_in_attempts_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD CONSTRAINT "sign_in_attempts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported" ADD CONSTRAINT "imported_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incoming_webhooks" ADD CONSTRAINT "incoming_webhooks_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incoming_webhooks" ADD CONSTRAINT "incoming_webhooks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incoming_webhooks" ADD CONSTRAINT "incoming_webhooks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_accounts" ADD CONSTRAINT "webhook_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_accounts" ADD CONSTRAINT "webhook_accounts_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_commands" ADD CONSTRAINT "bot_commands_bot_id_users_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bot_endpoints" ADD CONSTRAINT "bot_endpoints_bot_id_users_id_fk" FOREIGN KEY ("bot_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD CONSTRAINT "mail_outbox_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_tokens" ADD CONSTRAINT "mail_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_digests" ADD CONSTRAINT "mail_digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_edits" ADD CONSTRAINT "message_edits_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_mentions" ADD CONSTRAINT "message_mentions_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_search" ADD CONSTRAINT "message_search_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_uploader_id_users_id_fk" FOREIGN KEY ("uploader_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_pins" ADD CONSTRAINT "message_pins_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_removals" ADD CONSTRAINT "message_removals_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_removals" ADD CONSTRAINT "message_removals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_removals" ADD CONSTRAINT "message_removals_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reports" ADD CONSTRAINT "message_reports_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_timeouts" ADD CONSTRAINT "server_timeouts_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_timeouts" ADD CONSTRAINT "server_timeouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_timeouts" ADD CONSTRAINT "server_timeouts_timed_out_by_users_id_fk" FOREIGN KEY ("timed_out_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_webhook_deliveries" ADD CONSTRAINT "outgoing_webhook_deliveries_webhook_id_outgoing_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."outgoing_webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_webhook_lanes" ADD CONSTRAINT "outgoing_webhook_lanes_webhook_id_outgoing_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."outgoing_webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_webhooks" ADD CONSTRAINT "outgoing_webhooks_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outgoing_webhooks" ADD CONSTRAINT "outgoing_webhooks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_messages" ADD CONSTRAINT "saved_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_messages" ADD CONSTRAINT "saved_messages_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_messages" ADD CONSTRAINT "scheduled_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_bans" ADD CONSTRAINT "server_bans_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_bans" ADD CONSTRAINT "server_bans_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_bans" ADD CONSTRAINT "server_bans_banned_by_users_id_fk" FOREIGN KEY ("banned_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_departures" ADD CONSTRAINT "server_departures_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_departures" ADD CONSTRAINT "server_departures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_members" ADD CONSTRAINT "server_members_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_members" ADD CONSTRAINT "server_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "servers" ADD CONSTRAINT "servers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_networks" ADD CONSTRAINT "known_networks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ws_tickets" ADD CONSTRAINT "ws_tickets_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_bytes" ADD CONSTRAINT "stored_bytes_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_follows" ADD CONSTRAINT "thread_follows_root_id_messages_id_fk" FOREIGN KEY ("root_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group_members" ADD CONSTRAINT "user_group_members_group_id_user_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."user_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_group_members" ADD CONSTRAINT "user_group_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_groups" ADD CONSTRAINT "user_groups_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_groups" ADD CONSTRAINT "user_groups_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_blocks" ADD CONSTRAINT "user_blocks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_blocks" ADD CONSTRAINT "user_blocks_blocked_id_users_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_bot_owner_id_users_id_fk" FOREIGN KEY ("bot_owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reserved_usernames_free_idx" ON "reserved_usernames" USING btree ("free_at");--> statement-breakpoint
CREATE INDEX "admin_acts_target_idx" ON "admin_acts" USING btree ("target_id","id");--> statement-breakpoint
CREATE INDEX "admin_acts_actor_idx" ON "admin_acts" USING btree ("actor_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_token_hash_key" ON "api_keys" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "used_tokens_expiry_idx" ON "used_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "channel_members_user_idx" ON "channel_members" USING btree ("user_id","channel_id");--> statement-breakpoint
CREATE UNIQUE INDEX "channels_external_id_key" ON "channels" USING btree ("external_id") WHERE "channels"."external_id" is not null and "channels"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "channels_public_name_key" ON "channels" USING btree ("server_id","name") WHERE "channels"."deleted_at" is null and not "channels"."is_private" and not "channels"."permission_overrides" @> '[{"allow":false,"permission":"read"}]';--> statement-breakpoint
CREATE INDEX "channels_joined_by_default_idx" ON "channels" USING btree ("server_id","id") WHERE "channels"."joined_by_default";--> statement-breakpoint
CREATE UNIQUE INDEX "channels_dm_key" ON "channels" USING btree ("dm_key");--> statement-breakpoint
CREATE INDEX "channels_server_idx" ON "channels" USING btree ("server_id","id");--> statement-breakpoint
CREATE INDEX "channels_group_idx" ON "channels" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "channels_dm_creator_idx" ON "channels" USING btree ("created_by") WHERE "channels"."is_dm";--> statement-breakpoint
CREATE INDEX "channels_deleted_idx" ON "channels" USING btree ("id") WHERE "channels"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "drafts_channel_idx" ON "drafts" USING btree ("channel_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "server_emoji_name_key" ON "server_emoji" USING btree ("server_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "erasures_retention_key" ON "erasures" USING btree ("channel_id") WHERE "erasures"."kind" = 'retention';--> statement-breakpoint
CREATE INDEX "erasures_open_idx" ON "erasures" USING btree ("id") WHERE "erasures"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "erasures_server_idx" ON "erasures" USING btree ("server_id","id");--> statement-breakpoint
CREATE INDEX "events_message_idx" ON "events" USING btree ("message_id","seq") WHERE "events"."message_id" is not null;--> statement-breakpoint
CREATE INDEX "events_first_created_brin" ON "events_first" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "events_default_created_brin" ON "events_default" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_brin" ON "idempotency_keys" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "favorites_channel_idx" ON "favorites" USING btree ("channel_id","user_id");--> statement-breakpoint
CREATE INDEX "channel_groups_server_idx" ON "channel_groups" USING btree ("server_id","id");--> statement-breakpoint
CREATE INDEX "held_attachments_message_idx" ON "held_attachments" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "held_attachments_server_idx" ON "held_attachments" USING btree ("server_id","id");--> statement-breakpoint
CREATE INDEX "held_attachments_channel_idx" ON "held_attachments" USING btree ("channel_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "held_messages_text_key" ON "held_messages" USING btree ("message_id","seq");--> statement-breakpoint
CREATE INDEX "held_messages_server_idx" ON "held_messages" USING btree ("server_id","id");--> statement-breakpoint
CREATE INDEX "held_messages_channel_idx" ON "held_messages" USING btree ("channel_id","id");--> statement-breakpoint
CREATE INDEX "holds_server_idx" ON "holds" USING btree ("server_id");--> statement-breakpoint
CREATE INDEX "holds_channel_idx" ON "holds" USING btree ("channel_id");--> statement-breakpoint
CREATE INDEX "exchange_codes_expiry_idx" ON "exchange_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "exchange_codes_user_idx" ON "exchange_codes" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "identities_user_key" ON "identities" USING btree ("user_id","provider");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_expiry_idx" ON "sign_in_attempts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_session_idx" ON "sign_in_attempts" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_user_idx" ON "sign_in_attempts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "imported_user_idx" ON "imported" USING btree ("id") WHERE "imported"."kind" = 'user';--> statement-breakpoint
CREATE INDEX "imports_open_idx" ON "imports" USING btree ("id") WHERE not "imports"."cleared";--> statement-breakpoint
CREATE INDEX "imports_source_idx" ON "imports" USING btree ("source","source_server_id");--> statement-breakpoint
CREATE INDEX "incoming_webhooks_channel_idx" ON "incoming_webhooks" USING btree ("channel_id","id");--> statement-breakpoint
CREATE INDEX "webhook_accounts_server_idx" ON "webhook_accounts" USING btree ("server_id","user_id");--> statement-breakpoint
CREATE INDEX "interactions_expiry_idx" ON "interactions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "interactions_user_idx" ON "interactions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "interactions_bot_idx" ON "interactions" USING btree ("bot_id");--> statement-breakpoint
CREATE INDEX "interactions_sending_idx" ON "interactions" USING btree ("send_at") WHERE "interactions"."send_at" is not null;--> statement-breakpoint
CREATE INDEX "interactions_turn_idx" ON "interactions" USING btree ("bot_id","user_id","asked_seq") WHERE "interactions"."send_at" is not null;--> statement-breakpoint
CREATE INDEX "mail_outbox_next_idx" ON "mail_outbox" USING btree ("next_try_at");--> statement-breakpoint
CREATE INDEX "mail_outbox_user_idx" ON "mail_outbox" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mail_tokens_user_idx" ON "mail_tokens" USING btree ("user_id","purpose","created_at");--> statement-breakpoint
CREATE INDEX "mail_tokens_expiry_idx" ON "mail_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mail_digests_due_idx" ON "mail_digests" USING btree ("due_at","user_id") WHERE "mail_digests"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "message_mentions_message_idx" ON "message_mentions" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "message_search_scope_idx" ON "message_search" USING btree ("scope_id","message_id");--> statement-breakpoint
CREATE INDEX "message_search_grams_idx" ON "message_search" USING gin ("grams") WITH (gin_pending_list_limit=512);--> statement-breakpoint
CREATE INDEX "attachments_message_idx" ON "attachments" USING btree ("message_id","position");--> statement-breakpoint
CREATE INDEX "attachments_channel_idx" ON "attachments" USING btree ("channel_id");--> statement-breakpoint
CREATE INDEX "attachments_unclaimed_idx" ON "attachments" USING btree ("created_at") WHERE "attachments"."message_id" is null;--> statement-breakpoint
CREATE INDEX "message_pins_channel_idx" ON "message_pins" USING btree ("channel_id","seq");--> statement-breakpoint
CREATE INDEX "messages_history_idx" ON "messages" USING btree ("channel_id","seq","user_id") WHERE "messages"."thread_id" is null and "messages"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "messages_thread_idx" ON "messages" USING btree ("thread_id","seq") WHERE "messages"."thread_id" is not null and "messages"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "messages_clearing_idx" ON "messages" USING btree ("id") WHERE "messages"."clearing";--> statement-breakpoint
CREATE INDEX "messages_buried_idx" ON "messages" USING btree ("channel_id") WHERE "messages"."deleted_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "message_reports_open_key" ON "message_reports" USING btree ("reporter_id","message_id") WHERE "message_reports"."state" = 'open';--> statement-breakpoint
CREATE INDEX "message_reports_queue_idx" ON "message_reports" USING btree ("server_id","state","id");--> statement-breakpoint
CREATE INDEX "message_reports_reporter_idx" ON "message_reports" USING btree ("reporter_id","server_id","id");--> statement-breakpoint
CREATE INDEX "server_acts_server_idx" ON "server_acts" USING btree ("server_id","id");--> statement-breakpoint
CREATE INDEX "server_acts_target_idx" ON "server_acts" USING btree ("server_id","target_id","id");--> statement-breakpoint
CREATE INDEX "server_acts_actor_idx" ON "server_acts" USING btree ("server_id","actor_id","id");--> statement-breakpoint
CREATE INDEX "server_timeouts_server_idx" ON "server_timeouts" USING btree ("server_id","created_at","user_id");--> statement-breakpoint
CREATE INDEX "server_timeouts_user_idx" ON "server_timeouts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "presence_node_idx" ON "presence" USING btree ("node_id");--> statement-breakpoint
CREATE INDEX "notification_preferences_server_idx" ON "notification_preferences" USING btree ("server_id");--> statement-breakpoint
CREATE INDEX "notification_preferences_channel_idx" ON "notification_preferences" USING btree ("channel_id");--> statement-breakpoint
CREATE INDEX "notification_preferences_all_in_channel_idx" ON "notification_preferences" USING btree ("channel_id","user_id") WHERE "notification_preferences"."level" = 'all' and "notification_preferences"."channel_id" is not null;--> statement-breakpoint
CREATE INDEX "notification_preferences_all_in_server_idx" ON "notification_preferences" USING btree ("server_id","user_id") WHERE "notification_preferences"."level" = 'all' and "notification_preferences"."channel_id" is null;--> statement-breakpoint
CREATE INDEX "notifications_user_idx" ON "notifications" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notifications_channel_idx" ON "notifications" USING btree ("channel_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_message_key" ON "notifications" USING btree ("message_id","user_id") WHERE "notifications"."message_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_counting_key" ON "notifications" USING btree ("channel_id","user_id") WHERE "notifications"."message_id" is null and "notifications"."read_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "outgoing_webhook_deliveries_event_key" ON "outgoing_webhook_deliveries" USING btree ("webhook_id","stream_id","seq");--> statement-breakpoint
CREATE INDEX "outgoing_webhook_deliveries_list_idx" ON "outgoing_webhook_deliveries" USING btree ("webhook_id","id");--> statement-breakpoint
CREATE INDEX "outgoing_webhook_deliveries_failed_idx" ON "outgoing_webhook_deliveries" USING btree ("webhook_id","id") WHERE "outgoing_webhook_deliveries"."state" = 'failed';--> statement-breakpoint
CREATE INDEX "outgoing_webhook_deliveries_waiting_idx" ON "outgoing_webhook_deliveries" USING btree ("webhook_id","stream_id","seq","id") WHERE "outgoing_webhook_deliveries"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "outgoing_webhook_deliveries_created_brin" ON "outgoing_webhook_deliveries" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "outgoing_webhook_lanes_next_idx" ON "outgoing_webhook_lanes" USING btree ("next_try_at");--> statement-breakpoint
CREATE INDEX "outgoing_webhooks_server_idx" ON "outgoing_webhooks" USING btree ("server_id","id");--> statement-breakpoint
CREATE INDEX "outgoing_webhooks_user_idx" ON "outgoing_webhooks" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "saved_messages_message_idx" ON "saved_messages" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "scheduled_messages_due_idx" ON "scheduled_messages" USING btree ("send_at","id") WHERE "scheduled_messages"."failure_code" is null;--> statement-breakpoint
CREATE INDEX "scheduled_messages_user_idx" ON "scheduled_messages" USING btree ("user_id","send_at");--> statement-breakpoint
CREATE INDEX "passkey_challenges_session_idx" ON "passkey_challenges" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "passkey_challenges_expiry_idx" ON "passkey_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential_key" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_user_idx" ON "passkeys" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "invites_server_idx" ON "invites" USING btree ("server_id","created_at","code");--> statement-breakpoint
CREATE INDEX "server_bans_server_idx" ON "server_bans" USING btree ("server_id","created_at","user_id");--> statement-breakpoint
CREATE INDEX "server_bans_user_idx" ON "server_bans" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "server_members_user_idx" ON "server_members" USING btree ("user_id","server_id");--> statement-breakpoint
CREATE UNIQUE INDEX "servers_external_id_key" ON "servers" USING btree ("external_id") WHERE "servers"."external_id" is not null and "servers"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "servers_owner_idx" ON "servers" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "servers_deleted_idx" ON "servers" USING btree ("id") WHERE "servers"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "known_networks_last_used_idx" ON "known_networks" USING btree ("last_used_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_user_idx" ON "sessions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "sessions_expiry_idx" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "ws_tickets_session_idx" ON "ws_tickets" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "ws_tickets_expiry_idx" ON "ws_tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "thread_follows_root_idx" ON "thread_follows" USING btree ("root_id");--> statement-breakpoint
CREATE INDEX "thread_follows_unannounced_idx" ON "thread_follows" USING btree ("user_id","root_id") WHERE not "thread_follows"."announced";--> statement-breakpoint
CREATE INDEX "user_group_members_user_idx" ON "user_group_members" USING btree ("user_id","group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_groups_handle_key" ON "user_groups" USING btree ("server_id",lower("handle"));--> statement-breakpoint
CREATE INDEX "user_groups_server_idx" ON "user_groups" USING btree ("server_id","id");--> statement-breakpoint
CREATE INDEX "user_blocks_blocked_idx" ON "user_blocks" USING btree ("blocked_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree (lower("username")) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email")) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_bot_owner_idx" ON "users" USING btree ("bot_owner_id","id") WHERE "users"."bot_owner_id" is not null;--> statement-breakpoint
CREATE INDEX "users_avatar_idx" ON "users" USING btree ("avatar_path") WHERE "users"."avatar_path" is not null;--> statement-breakpoint
CREATE INDEX "users_name_parts_idx" ON "users" USING gin ("name_parts");--> statement-breakpoint
CREATE INDEX "users_not_indexed_idx" ON "users" USING btree ("id") WHERE "users"."found_as" is null and "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_status_expires_idx" ON "users" USING btree ("status_expires_at") WHERE "users"."status_expires_at" is not null;--> statement-breakpoint
CREATE INDEX "users_admin_idx" ON "users" USING btree ("id") WHERE "users"."admin";--> statement-breakpoint
CREATE UNIQUE INDEX "users_external_id_key" ON "users" USING btree ("external_id") WHERE "users"."external_id" is not null and "users"."deleted_at" is null;--> statement-breakpoint
CREATE FUNCTION admin_acts_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'admin_acts is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER admin_acts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "admin_acts"
FOR EACH STATEMENT EXECUTE FUNCTION admin_acts_append_only();--> statement-breakpoint
-- A release that does not know of partitions deletes by `ctid`, which names a row of each of them. Dropping a partition fires no trigger.
CREATE FUNCTION "keep_event"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;--> statement-breakpoint
CREATE TRIGGER "events_purge_only" BEFORE DELETE ON "events" FOR EACH ROW
	WHEN (current_setting('palaver.purge', true) IS DISTINCT FROM 'partition') EXECUTE FUNCTION "keep_event"();--> statement-breakpoint
CREATE FUNCTION server_acts_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		IF NOT EXISTS (SELECT FROM servers WHERE id = OLD.server_id) THEN
			RETURN OLD;
		END IF;
	END IF;
	RAISE EXCEPTION 'server_acts is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER server_acts_append_only BEFORE UPDATE OR DELETE ON "server_acts"
FOR EACH ROW EXECUTE FUNCTION server_acts_append_only();--> statement-breakpoint
CREATE TRIGGER server_acts_no_truncate BEFORE TRUNCATE ON "server_acts"
FOR EACH STATEMENT EXECUTE FUNCTION server_acts_append_only();--> statement-breakpoint
-- After the row, because the unique index then has waited for whoever gives the name up at the same time.
CREATE FUNCTION users_username_is_free() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (
		SELECT FROM reserved_usernames
		WHERE name_hash = sha256(convert_to(lower(NEW.username), 'UTF8')) AND free_at > now()
	) THEN
		RAISE EXCEPTION 'this username is reserved' USING ERRCODE = 'unique_violation', CONSTRAINT = 'users_username_key', TABLE = 'users';
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER users_username_is_free AFTER INSERT OR UPDATE OF username ON "users"
FOR EACH ROW EXECUTE FUNCTION users_username_is_free();--> statement-breakpoint
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
FOR EACH ROW WHEN (OLD.message_id IS NOT NULL) EXECUTE FUNCTION attachments_keep_held();--> statement-breakpoint
INSERT INTO "stored_bytes" ("person_id", "bytes") VALUES (null, 0);--> statement-breakpoint
INSERT INTO "consumers" ("name", "created_at") VALUES ('notifications', now());
