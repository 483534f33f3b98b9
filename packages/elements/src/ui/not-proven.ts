/** The person was asked for a proof that it is them, and has closed the dialog. */
export class NotProven extends Error {}
