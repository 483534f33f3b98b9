// Preloaded into a process: sets its time of day ahead by CLOCK_SHIFT_MS milliseconds.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS);
const RealDate = Date;

globalThis.Date = class ShiftedDate extends RealDate {
  constructor(...given) {
    if (given.length > 0) super(...given);
    else super(RealDate.now() + shiftMs);
  }

  static now() {
    return RealDate.now() + shiftMs;
  }
};
