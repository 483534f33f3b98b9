import { type ListResource, type PalaverStore, resources, type SingleResource } from '@palaver/client/store';

/** Something that a page shows. */
interface Shown {
  readonly key: string;
  watch(store: PalaverStore): () => void;
}

function shown<State>(resource: SingleResource<State> | ListResource<State>): Shown {
  return { key: resource.key, watch: (store) => store.watch(resource) };
}

/** What the page of an address shows. */
export function shownAt(path: string): readonly Shown[] {
  const [, serverId, channelId] = /^\/(?:servers\/([^/]+)\/channels|dms)\/([^/]+)/.exec(path) ?? [];
  const { me, servers, dms, unread, notifications, drafts, favorites } = resources;
  const always = [shown(me), shown(servers), shown(dms), shown(unread), shown(notifications), shown(drafts)];
  const ofServer = (id: string) => [
    shown(favorites),
    shown(resources.channelsOf(id)),
    shown(resources.groupsOf(id)),
    shown(resources.emojiOf(id)),
    shown(resources.userGroupsOf(id)),
  ];
  const ofChannel = (id: string) => [
    shown(resources.messagesOf(id)),
    shown(resources.newestMembersOf(id)),
    shown(resources.preferenceOfChannel(id)),
  ];
  return [
    ...always,
    ...(serverId === undefined ? [] : ofServer(serverId)),
    ...(channelId === undefined ? [] : ofChannel(channelId)),
  ];
}
