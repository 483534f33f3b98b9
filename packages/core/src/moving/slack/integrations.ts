import { type Json, textAt } from '../../incoming-webhooks/dialects/json.js';
import type { NamedPerson } from '../converting/records.js';

const ID_MAX = 100;

/** Who posts as an integration: Slack knows them by other ids than its users. */
export class Integrations {
  /** Users of integrations, by what messages call them. */
  readonly #users = new Map<string, string>();
  /** Names, by the ids of apps and of services. */
  readonly #names = new Map<string, string>();

  addUser(user: Json): void {
    const [id, botId] = [textAt(user, 'id'), textAt(user, 'profile.bot_id')];
    if (id !== null && botId !== null) this.#users.set(botId, id);
  }

  addLog(log: Json): void {
    const name = textAt(log, 'service_type') ?? textAt(log, 'app_type');
    for (const id of [textAt(log, 'service_id'), textAt(log, 'app_id')])
      if (name !== null && id !== null) this.#names.set(id, name);
  }

  /** The integration that has posted a message; null for a message of none. */
  authorOf(message: Json): NamedPerson | null {
    const botId = textAt(message, 'bot_id');
    const shown = textAt(message, 'username');
    const user = botId === null ? undefined : this.#users.get(botId);
    if (user !== undefined) return { id: user, name: shown, isBot: true };
    const called = botId ?? shown ?? textAt(message, 'service_id') ?? textAt(message, 'app_id');
    if (called === null) return null;
    const apps = ['bot_profile.app_id', 'app_id', 'bot_profile.id', 'bot_id', 'service_id'];
    const logged = apps.flatMap((path) => this.#names.get(textAt(message, path) ?? '') ?? []);
    const name = shown ?? textAt(message, 'bot_profile.name') ?? logged[0] ?? null;
    return { id: `bot:${called.slice(0, ID_MAX)}`, name, isBot: true };
  }
}
