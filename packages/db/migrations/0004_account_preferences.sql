CREATE TYPE "public"."weekday" AS ENUM('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday');--> statement-breakpoint
ALTER TYPE "public"."notification_kind" ADD VALUE 'keyword';--> statement-breakpoint
CREATE TABLE "notification_keywords" (
	"user_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"keyword" text NOT NULL,
	"words" text NOT NULL,
	"longest" text NOT NULL,
	CONSTRAINT "notification_keywords_user_id_position_pk" PRIMARY KEY("user_id","position")
);
--> statement-breakpoint
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_scope";--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD COLUMN "quiet_days" "weekday"[];--> statement-breakpoint
ALTER TABLE "notification_keywords" ADD CONSTRAINT "notification_keywords_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_keywords_longest_idx" ON "notification_keywords" USING btree ("longest");--> statement-breakpoint
CREATE INDEX "notification_preferences_all_in_account_idx" ON "notification_preferences" USING btree ("user_id") WHERE "notification_preferences"."level" = 'all' and "notification_preferences"."server_id" is null and "notification_preferences"."channel_id" is null;