import type { Workload } from '../harness/workload.js';
import { measureReadGrowth, readGrowthGoals } from './growth/read-growth.js';
import { measureSendGrowth, sendGrowthGoals } from './growth/send-growth.js';
import type { DataSizes } from './growth/sizes.js';

const SIZES: DataSizes = {
  smallest: ['10⁴ messages', 10_000],
  between: [['10⁵ messages', 100_000]],
  largest: ['10⁶ messages', 1_000_000],
};

export const growth: Workload = {
  name: 'w6',
  title: 'W6 growth: sending and reading beside 10⁴, 10⁵ and 10⁶ messages',
  goals: [...sendGrowthGoals(SIZES), ...readGrowthGoals(SIZES)],
  async run(bench) {
    await measureSendGrowth(bench, SIZES);
    await measureReadGrowth(bench, SIZES);
  },
};
