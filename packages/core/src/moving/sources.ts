import type { SourceReader } from './converting/records.js';
import { openDiscordExport } from './discord/reader.js';
import { openMattermostExport } from './mattermost/reader.js';
import { openRocketChatExport } from './rocketchat/reader.js';
import { openSlackExport } from './slack/reader.js';
import { openZulipExport } from './zulip/reader.js';

/** The systems whose exports can be converted: each has a folder with its reader. */
export const SOURCES = {
  slack: (path: string) => openSlackExport(path),
  mattermost: (path: string, team: string | null) => openMattermostExport(path, team),
  discord: (path: string) => openDiscordExport(path),
  rocketchat: (path: string) => openRocketChatExport(path),
  zulip: (path: string) => openZulipExport(path),
} satisfies Record<string, (path: string, team: string | null) => Promise<SourceReader>>;

export type SourceSystem = keyof typeof SOURCES;
