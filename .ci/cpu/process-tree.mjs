// CPU seconds of processes, from Linux' /proc; elsewhere only a process' own are known.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of /proc in a second: USER_HZ is 100 on every architecture that Node supports. */
const TICKS = 100;
const MEASURABLE = existsSync('/proc/self/stat');

/** CPU seconds of this process: `own` with all threads, `children` of those that have ended and were waited for. */
export function cpuOfThisProcess() {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1e6;
  return { own, children: MEASURABLE ? readStat('self').children : 0 };
}

/** The processes below this one that are alive, each with its command line and its CPU seconds, its ended children included. */
export function livingDescendants() {
  if (!MEASURABLE) return [];
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const { parent, own, children } = readStat(pid);
        return [{ pid: Number(pid), parent, seconds: own + children }];
      } catch {
        return []; // It has ended meanwhile.
      }
    });
  const below = new Set([process.pid]);
  for (let size = 0; size !== below.size; ) {
    size = below.size;
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid);
  }
  below.delete(process.pid);
  return all.filter(({ pid }) => below.has(pid)).map((one) => ({ ...one, command: commandOf(one.pid) }));
}

/** What a command is, in the words of the report. */
export function kindOf(command) {
  const line = command.join(' ');
  const program = command[0]?.split('/').at(-1) ?? '';
  if (/postgres|initdb|pg_ctl/.test(program)) return 'Postgres';
  if (/chrom(e|ium)/.test(program)) return 'Chromium';
  if (/\bcli\/main\.js|\bcli\.js/.test(line)) return 'CLI';
  if (/dist\/main\.js|\bserver\.js/.test(line)) return 'service';
  if (/\btsc\b|typescript/.test(line)) return 'tsc';
  if (program === 'java' || /openapi-generator|spectral|redocly/.test(line)) return 'document tools';
  return program.startsWith('node') ? 'node' : 'other programs';
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** proc(5): the name of the program, in parentheses, may contain spaces and parentheses. */
function readStat(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [parent, utime, stime, cutime, cstime] = [1, 11, 12, 13, 14].map((index) => Number(fields[index]));
  return { parent, own: (utime + stime) / TICKS, children: (cutime + cstime) / TICKS };
}
