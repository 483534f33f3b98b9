/** As Slack writes them, with the fields that matter and some that do not. */
export const USERS = [
  {
    id: 'U1',
    team_id: 'T1',
    name: 'alice',
    deleted: false,
    color: '9f69e7',
    real_name: 'Alice Adams',
    tz: 'Europe/Berlin',
    profile: {
      real_name: 'Alice Adams',
      display_name: 'Al',
      email: 'alice@example.com',
      image_72: 'https://a.slack-edge.com/1.png',
    },
    is_admin: true,
    is_owner: true,
    is_primary_owner: true,
    is_bot: false,
  },
  { id: 'U2', team_id: 'T1', name: 'bob', profile: { display_name: '', real_name: 'Bob' }, is_admin: true },
  { id: 'U3', team_id: 'T1', name: 'carol', deleted: true, profile: { real_name: 'Carol' } },
  { id: 'U4', team_id: 'T1', name: 'guest', is_restricted: true, profile: { real_name: 'Guest' } },
  {
    id: 'UBOT',
    team_id: 'T1',
    name: 'deploybot',
    is_bot: true,
    profile: { real_name: 'Deploys', bot_id: 'B1' },
  },
  { id: 'USLACKBOT', team_id: 'T1', name: 'slackbot', is_bot: false, profile: { real_name: 'Slackbot' } },
];

export const CHANNELS = [
  {
    id: 'C1',
    name: 'general',
    created: 1500000000,
    creator: 'U1',
    is_archived: false,
    is_general: true,
    members: ['U1', 'U2', 'U4'],
    pins: [{ id: '1500000001.000100', type: 'C', created: 1500000500, user: 'U2', owner: 'U1' }],
    topic: { value: 'All &amp; everything', creator: 'U1', last_set: 1500000000 },
    purpose: { value: 'For all', creator: '', last_set: 0 },
  },
  {
    id: 'C2',
    name: 'a-very-long-name-of-a-channel-that-slack-allows',
    created: 1500000001,
    creator: 'U9',
    is_archived: true,
    members: [],
  },
  {
    id: 'C3',
    name: 'a-very-long-name-of-a-channel-that-slack-also-allows',
    created: 1500000001,
    creator: 'U2',
    members: ['U2'],
  },
];
