import type { AdminAct, ServerAct } from '@palaver/client';
import type { ActTexts } from './texts.js';

/** The names that the service gives itself and its keys in an audit log (docs/records.md, AdminAct). */
const THE_SERVICE = 'the service';
const KEY = 'key:';

/** Who acted on the service. */
export function adminActor({ actorId, actorName }: AdminAct, s: ActTexts): string {
  if (actorId !== null) return actorName;
  if (actorName === THE_SERVICE) return s.theService;
  return actorName.startsWith(KEY) ? s.keyNamed(actorName.slice(KEY.length)) : s.operator;
}

/** Who acted in a server. Without an actor it was an admin of the service, or the service itself. */
export function serverActor({ actorId, actorName, act, details }: ServerAct, s: ActTexts): string {
  if (actorId !== null) return actorName;
  const isService =
    actorName === THE_SERVICE || act === 'channel.messagesExpired' || details.ownerIsGone === true;
  return isService ? s.theService : s.anAdmin;
}
