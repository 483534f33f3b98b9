// Prints at the end of a run what it cost: CPU seconds, not wall time, which other programs of the machine change.
import { relative } from 'node:path';
import { cpuOfThisProcess, kindOf, livingDescendants } from './process-tree.mjs';

const DEAREST = 10;

/** A vitest reporter. `budget` is the CPU seconds that the run may use, or undefined for a run without one. */
export class CpuReporter {
  constructor(budget) {
    this.budget = budget;
  }

  onTestRunEnd(modules) {
    const files = modules
      .flatMap((module) => {
        const { cpu } = module.meta();
        return cpu ? [{ path: relative(process.cwd(), module.moduleId), ...cpu }] : [];
      })
      .map((file) => ({ ...file, total: file.own + sum(Object.values(file.children)) }));
    // The run of one file has nothing to compare it with.
    const dearest = files.length > 1 ? files.toSorted((a, b) => b.total - a.total).slice(0, DEAREST) : [];
    print('');
    for (const { path, total, own, children } of dearest) {
      print(`  ${seconds(total)}  ${path}: own ${seconds(own)}${kinds(children)}`);
    }
    print(this.summary(files));
  }

  summary(files) {
    const { own, children } = cpuOfThisProcess();
    const shared = {};
    for (const { command, seconds } of livingDescendants()) {
      const kind = kindOf(command);
      shared[kind] = (shared[kind] ?? 0) + seconds;
    }
    const total = own + children + sum(Object.values(shared));
    const byKind = {};
    for (const file of files) {
      for (const [kind, value] of Object.entries(file.children)) byKind[kind] = (byKind[kind] ?? 0) + value;
    }
    const tests = sum(files.map((file) => file.own));
    const used = `CPU: ${total.toFixed(0)} s${this.budget ? ` of a budget of ${this.budget} s` : ''}`;
    return (
      `${used}: tests ${seconds(tests)}${kinds(byKind)}, the run's Postgres ${seconds(shared.Postgres ?? 0)}, ` +
      `vitest ${seconds(own)}`
    );
  }
}

function kinds(children) {
  return Object.entries(children)
    .toSorted(([, a], [, b]) => b - a)
    .map(([kind, value]) => `, ${kind} ${seconds(value)}`)
    .join('');
}

function seconds(value) {
  return value.toFixed(1);
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
