import type { ReactNode } from 'react';
import { PalaverChannels } from '../embed/channels.js';
import { Chat } from '../embed/palaver-chat.js';
import { PalaverComposer, PalaverMessages, PalaverThread } from '../embed/parts.js';
import { PalaverElement } from './palaver-element.js';

export {
  openSession,
  type PalaverSession,
  type PalaverToken,
  type SessionOptions,
} from '../embed/session.js';
export { PalaverElement };

/** A whole chat: `<palaver-chat url token channel server single lang theme>`. */
export class PalaverChatElement extends PalaverElement {
  protected override readonly place = 'own';
  protected override content(): ReactNode {
    return <Chat channel={this.channel} server={this.server} single={this.hasAttribute('single')} />;
  }
}

/** The parts show the same channel where they have the same session. */
abstract class PartElement extends PalaverElement {
  protected override readonly place = 'page';
}

/** The list of channels: `<palaver-channels url token server>`. */
export class PalaverChannelsElement extends PartElement {
  protected override content(): ReactNode {
    return <PalaverChannels server={this.server} />;
  }
}

/** The messages of a channel: `<palaver-messages url token channel>`. */
export class PalaverMessagesElement extends PartElement {
  protected override content(): ReactNode {
    return <PalaverMessages channel={this.channel} />;
  }
}

/** Where one writes: `<palaver-composer url token channel>`. */
export class PalaverComposerElement extends PartElement {
  protected override content(): ReactNode {
    return <PalaverComposer channel={this.channel} />;
  }
}

/** The thread that is open: `<palaver-thread url token>`. */
export class PalaverThreadElement extends PartElement {
  protected override content(): ReactNode {
    return <PalaverThread />;
  }
}

const ELEMENTS: Readonly<Record<string, CustomElementConstructor>> = {
  'palaver-chat': PalaverChatElement,
  'palaver-channels': PalaverChannelsElement,
  'palaver-messages': PalaverMessagesElement,
  'palaver-composer': PalaverComposerElement,
  'palaver-thread': PalaverThreadElement,
};

// A page that loads the module twice keeps the first.
for (const [name, element] of Object.entries(ELEMENTS))
  if (customElements.get(name) === undefined) customElements.define(name, element);
