CREATE TABLE "message_edits" (
	"message_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"content" text NOT NULL,
	"user_id" uuid NOT NULL,
	"edited_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "message_edits_message_id_seq_pk" PRIMARY KEY("message_id","seq")
);
--> statement-breakpoint
ALTER TABLE "message_edits" ADD CONSTRAINT "message_edits_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;