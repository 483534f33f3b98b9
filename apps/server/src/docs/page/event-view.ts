import { type Html, html } from './html.js';
import { type Heading, markdown, sections } from './markdown.js';
import { fieldList, type Schema } from './schemas.js';

/** A frame of the AsyncAPI document. */
export interface Frame {
  readonly id: string;
  readonly title: string;
  readonly isSent: boolean;
  readonly description: string;
  readonly payload: Schema;
  readonly example: unknown;
}

interface AsyncApi {
  readonly info: { readonly description: string };
  readonly components: {
    readonly messages: Readonly<Record<string, Message>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

interface Message {
  readonly title: string;
  readonly description: string;
  readonly payload: Schema;
  readonly examples: ReadonlyArray<{ readonly payload: unknown }>;
}

/** What the page shows of the AsyncAPI document. */
export interface Events {
  readonly introduction: Html;
  readonly headings: readonly Heading[];
  readonly frames: readonly Frame[];
  readonly records: Readonly<Record<string, Schema>>;
}

/** Reads the document that `asyncApiDocument` of packages/core makes. */
export function eventsOf(document: object): Events {
  // The document is our own; asyncapi.test.ts of core checks its form.
  const { info, components } = document as AsyncApi;
  const { body, headings } = sections(info.description, 'events');
  const frames = Object.entries(components.messages).map(
    ([key, { title, description, payload, examples }]) => ({
      id: `frame-${key.replace(/^service\./, '')}`,
      title,
      isSent: key.startsWith('client.'),
      description,
      payload,
      example: examples[0]?.payload,
    }),
  );
  return { introduction: body, headings, frames, records: components.schemas };
}

/** The section of a frame. */
export function frameView({ id, title, isSent, description, payload, example }: Frame): Html {
  const data = '$ref' in payload ? undefined : payload.properties?.data;
  return html`<article class="operation" id="${id}">
    <div class="about">
      <h4><a href="#${id}">${title}</a> <span class="method ${isSent ? 'sent' : 'received'}">${isSent ? 'you send' : 'you receive'}</span></h4>
      ${markdown(description)}
      ${data === undefined ? null : fieldList(data)}
    </div>
    <div class="try"><div class="panel"><pre tabindex="0" role="region" aria-label="Example of ${id}"><code data-language="json">${JSON.stringify(example, null, 2)}</code></pre></div></div>
  </article>`;
}

/** The panel that opens a WebSocket and shows its frames. */
export const LIVE_PANEL = html`<section class="live panel" aria-labelledby="live-title" data-live>
  <h3 id="live-title">Live events</h3>
  <p>Opens the WebSocket with a ticket of the demo account and subscribes to its channel, its server and itself. Then try an operation: its event is here at once.</p>
  <p class="actions">
    <button type="button" class="primary" data-connect>Connect</button>
    <button type="button" data-post disabled>Post a message</button>
    <span role="status" data-state>Not connected.</span>
  </p>
  <form data-send>
    <label for="live-frame">Frame to send</label>
    <textarea id="live-frame" rows="3" spellcheck="false">{"type": "ping", "data": {}}</textarea>
    <p class="actions"><button type="submit" disabled>Send frame</button></p>
  </form>
  <ol class="frames" data-frames tabindex="0" aria-label="Frames"></ol>
</section>`;
