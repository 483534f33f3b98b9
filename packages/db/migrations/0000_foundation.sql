CREATE TYPE "public"."stream_kind" AS ENUM('channel', 'server', 'user');--> statement-breakpoint
CREATE TYPE "public"."notification_level" AS ENUM('all', 'mentions', 'nothing');--> statement-breakpoint
CREATE TYPE "public"."server_role" AS ENUM('owner', 'admin', 'member');--> statement-breakpoint
CREATE TABLE "channel_members" (
	"channel_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
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
	"group_id" uuid,
	"dm_key" text,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "channels_name_length" CHECK ("channels"."is_dm" or char_length("channels"."name") between 2 and 32),
	CONSTRAINT "channels_name_lowercase" CHECK ("channels"."name" = lower("channels"."name")),
	CONSTRAINT "channels_display_name_length" CHECK (char_length("channels"."display_name") between 1 and 100),
	CONSTRAINT "channels_topic_length" CHECK (char_length("channels"."topic") <= 1024),
	CONSTRAINT "channels_member_count" CHECK ("channels"."member_count" >= 0),
	CONSTRAINT "channels_dm_shape" CHECK ("channels"."is_dm" = ("channels"."server_id" is null) and "channels"."is_dm" = ("channels"."dm_key" is not null) and (not "channels"."is_dm" or "channels"."is_private"))
);
--> statement-breakpoint
CREATE TABLE "events" (
	"stream_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"frame" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "events_stream_id_seq_pk" PRIMARY KEY("stream_id","seq"),
	CONSTRAINT "events_seq_positive" CHECK ("events"."seq" > 0)
);
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
CREATE TABLE "attachments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel_id" uuid NOT NULL,
	"uploader_id" uuid NOT NULL,
	"message_id" uuid,
	"position" integer DEFAULT 0 NOT NULL,
	"filename" text NOT NULL,
	"mime_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "attachments_filename_length" CHECK (char_length("attachments"."filename") between 1 and 255),
	CONSTRAINT "attachments_size" CHECK ("attachments"."size_bytes" between 0 and 26214400)
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
	CONSTRAINT "messages_content_length" CHECK (char_length("messages"."content") <= 4000),
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
	CONSTRAINT "reactions_emoji_length" CHECK (char_length("reactions"."emoji") between 1 and 64)
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"user_id" uuid NOT NULL,
	"server_id" uuid NOT NULL,
	"channel_id" uuid,
	"level" "notification_level",
	"muted_until" timestamp (3) with time zone,
	"quiet_start" text,
	"quiet_end" text,
	"timezone" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notification_preferences_key" UNIQUE NULLS NOT DISTINCT("user_id","server_id","channel_id"),
	CONSTRAINT "notification_preferences_quiet_together" CHECK (("notification_preferences"."quiet_start" is null) = ("notification_preferences"."quiet_end" is null)),
	CONSTRAINT "notification_preferences_quiet_format" CHECK ("notification_preferences"."quiet_start" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and "notification_preferences"."quiet_end" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
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
CREATE TABLE "server_members" (
	"server_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" "server_role" NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
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
	CONSTRAINT "servers_name_length" CHECK (char_length("servers"."name") between 1 and 100),
	CONSTRAINT "servers_member_count" CHECK ("servers"."member_count" >= 0)
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
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"display_name" text NOT NULL,
	"status" text DEFAULT '' NOT NULL,
	"bot" boolean DEFAULT false NOT NULL,
	"bot_owner_id" uuid,
	"email" text,
	"timezone" text,
	"password_hash" text,
	"avatar_path" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "users_username_length" CHECK (char_length("users"."username") between 2 and 32),
	CONSTRAINT "users_display_name_length" CHECK (char_length("users"."display_name") between 1 and 64),
	CONSTRAINT "users_status_length" CHECK (char_length("users"."status") <= 128),
	CONSTRAINT "users_bot_has_owner" CHECK ("users"."bot" = ("users"."bot_owner_id" is not null)),
	CONSTRAINT "users_person_has_password" CHECK ("users"."bot" = ("users"."password_hash" is null))
);
--> statement-breakpoint
ALTER TABLE "channel_members" ADD CONSTRAINT "channel_members_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_members" ADD CONSTRAINT "channel_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_group_id_channel_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."channel_groups"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_groups" ADD CONSTRAINT "channel_groups_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_groups" ADD CONSTRAINT "channel_groups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_uploader_id_users_id_fk" FOREIGN KEY ("uploader_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_thread_id_messages_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reactions" ADD CONSTRAINT "reactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_channel_id_channels_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_members" ADD CONSTRAINT "server_members_server_id_servers_id_fk" FOREIGN KEY ("server_id") REFERENCES "public"."servers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "server_members" ADD CONSTRAINT "server_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "servers" ADD CONSTRAINT "servers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ws_tickets" ADD CONSTRAINT "ws_tickets_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_bot_owner_id_users_id_fk" FOREIGN KEY ("bot_owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "channel_members_user_idx" ON "channel_members" USING btree ("user_id","channel_id");--> statement-breakpoint
CREATE UNIQUE INDEX "channels_server_name_key" ON "channels" USING btree ("server_id","name") WHERE "channels"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "channels_dm_key" ON "channels" USING btree ("dm_key");--> statement-breakpoint
CREATE INDEX "channels_server_idx" ON "channels" USING btree ("server_id","id");--> statement-breakpoint
CREATE INDEX "channels_group_idx" ON "channels" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "channels_deleted_idx" ON "channels" USING btree ("id") WHERE "channels"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "events_created_brin" ON "events" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_brin" ON "idempotency_keys" USING brin ("created_at");--> statement-breakpoint
CREATE INDEX "channel_groups_server_idx" ON "channel_groups" USING btree ("server_id","id");--> statement-breakpoint
CREATE INDEX "attachments_message_idx" ON "attachments" USING btree ("message_id","position");--> statement-breakpoint
CREATE INDEX "attachments_channel_idx" ON "attachments" USING btree ("channel_id");--> statement-breakpoint
CREATE INDEX "attachments_unclaimed_idx" ON "attachments" USING btree ("created_at") WHERE "attachments"."message_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_channel_seq_key" ON "messages" USING btree ("channel_id","seq");--> statement-breakpoint
CREATE INDEX "messages_history_idx" ON "messages" USING btree ("channel_id","seq") WHERE "messages"."thread_id" is null and "messages"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "messages_thread_idx" ON "messages" USING btree ("thread_id","seq") WHERE "messages"."thread_id" is not null and "messages"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "notification_preferences_server_idx" ON "notification_preferences" USING btree ("server_id");--> statement-breakpoint
CREATE INDEX "notification_preferences_channel_idx" ON "notification_preferences" USING btree ("channel_id");--> statement-breakpoint
CREATE INDEX "invites_server_idx" ON "invites" USING btree ("server_id","created_at","code");--> statement-breakpoint
CREATE INDEX "server_members_user_idx" ON "server_members" USING btree ("user_id","server_id");--> statement-breakpoint
CREATE INDEX "servers_owner_idx" ON "servers" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "servers_deleted_idx" ON "servers" USING btree ("id") WHERE "servers"."deleted_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_user_idx" ON "sessions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "sessions_expiry_idx" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "ws_tickets_session_idx" ON "ws_tickets" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "ws_tickets_expiry_idx" ON "ws_tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree (lower("username")) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree (lower("email")) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_bot_owner_idx" ON "users" USING btree ("bot_owner_id","id") WHERE "users"."deleted_at" is null;