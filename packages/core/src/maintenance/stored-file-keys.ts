/**
 * A query of the key of each stored file that a row names, in the column `key` (`FileStore`). It is text, for a backup that
 * declares a cursor of it.
 */
export const STORED_FILE_KEYS = `
  select 'attachments/' || id as key from public.attachments
  union all
  select 'attachments/' || id from public.held_attachments
  union all
  select 'avatars/' || regexp_replace(avatar_path, '^.*/', '') from public.users where avatar_path is not null
  union all
  select 'icons/' || regexp_replace(icon_path, '^.*/', '') from public.servers where icon_path is not null
  union all
  select 'emoji/' || id || '.webp' from public.server_emoji
  union all
  select 'imports/' || id from public.imports where not cleared`;
