// Before anything is installed an old Node is told that it is too old. Node 10 can run this file; prepare.mjs is loaded only
// by a Node that can parse it. The version is that of `engines` in package.json.
const NEEDED = [20, 19, 0];
const given = process.versions.node.split('.').map(Number);

if (given[0] < NEEDED[0] || (given[0] === NEEDED[0] && given[1] < NEEDED[1])) {
  process.stderr.write(
    `Palaver needs Node ${NEEDED.join('.')} or newer, and ${process.execPath} is Node ${process.versions.node}.\n` +
      'Install a current Node from https://nodejs.org, then run the same command again.\n',
  );
  process.exit(1);
}

import('./prepare.mjs');
