import { z } from 'zod';
import { idInput } from '../kernel/schema/ids.js';
import { optional } from '../kernel/schema/optional.js';
import { Position } from '../kernel/schema/position.js';
import { nameText } from '../kernel/schema/text.js';
import { writing } from '../kernel/schema/writing.js';
import { ChannelGroup } from '../protocol/records/group.js';

/** docs/reference.md, section 8. */
const GroupName = nameText(1, 64).meta({
  description: 'The name that is shown to people: up to 64 characters.',
});

const ofServer = { serverId: idInput('the server') };

/** docs/reference.md, section 4.5. */
export const CreateGroupInput = writing(ChannelGroup, { ...ofServer, name: GroupName });
export type CreateGroupInput = z.output<typeof CreateGroupInput>;

export const ListGroupsInput = z.object(ofServer);

export const GroupInput = z.object({ ...ofServer, groupId: idInput('the channel group') });
export type GroupInput = z.output<typeof GroupInput>;
export const UpdateGroupInput = writing(ChannelGroup, {
  ...GroupInput.shape,
  name: optional(GroupName),
  position: optional(Position).meta({
    description: 'The sort position of the group among those of its server.',
  }),
});
export type UpdateGroupInput = z.output<typeof UpdateGroupInput>;
