// The baseline for reading: one prepared SELECT for each page, on Palaver's tables and indexes, and one JSON.stringify.
// No checks.
import { createServer } from 'node:http';
import { connect } from '@palaver/db';

const sql = connect({ url: process.env.DATABASE_URL ?? '' }, { max: 20 });

const author = sql`json_build_object('id', u.id, 'username', u.username, 'displayName', u.display_name,
  'status', u.status, 'bot', u.bot, 'createdAt', u.created_at, 'avatarPath', u.avatar_path)`;
/** The inner query limits the page before the joins: otherwise some plans would join and sort the whole list. */
const messages = (list: ReturnType<typeof sql>) => sql`
  select m.id, m.channel_id as "channelId", m.user_id as "userId", m.content, m.edited,
    m.created_at as "createdAt", m.updated_at as "updatedAt", m.thread_id as "threadId", m.reply_count as "replyCount",
    ${author} as user,
    (select coalesce(json_agg(json_build_object('emoji', r.emoji, 'userId', r.user_id) order by r.created_at), '[]')
      from reactions r where r.message_id = m.id) as reactions,
    (select coalesce(json_agg(json_build_object('id', a.id, 'messageId', a.message_id, 'filename', a.filename,
        'mimeType', a.mime_type, 'sizeBytes', a.size_bytes, 'createdAt', a.created_at) order by a.position), '[]')
      from attachments a where a.message_id = m.id) as attachments
  from (select * from messages where ${list} and deleted_at is null order by seq desc limit 50) m
  join users u on u.id = m.user_id order by m.seq desc`;

/** The query for each path `/api/{first}/{id}/{last}`, by `first last`. */
const pageQueries: Record<string, (id: string, before: string | null) => PromiseLike<readonly object[]>> = {
  'channels messages': (id, before) =>
    before === null
      ? messages(sql`channel_id = ${id} and thread_id is null`)
      : messages(sql`channel_id = ${id} and thread_id is null
          and seq < (select c.seq from messages c where c.id = ${before})`),
  'messages thread': (id) => messages(sql`thread_id = ${id}`),
  'servers members': (id) =>
    sql`select s.role, s.joined_at as "joinedAt", ${author} as user
      from (select * from server_members where server_id = ${id} order by user_id desc limit 50) s
      join users u on u.id = s.user_id order by s.user_id desc`,
};

createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://floor');
  const [, , first, id = '', last] = pathname.split('/');
  const data = (await pageQueries[`${first} ${last}`]?.(id, searchParams.get('before'))) ?? [];
  const text = JSON.stringify({ data });
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}).listen(Number(process.env.PORT), '127.0.0.1');
