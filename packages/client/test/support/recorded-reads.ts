import type { Caller, RecordedRead, TestUser } from '@palaver/core/testing';
import { newId } from '@palaver/db';
import { parseAnswer } from './procedures.js';

type Answering = (procedure: string, input: unknown) => Promise<RecordedRead>;

/** A user whose reads are recorded, by request. A read that the service refuses is not recorded. */
export function recordingUser(
  user: TestUser,
  record: (request: string, read: RecordedRead) => void,
): TestUser {
  return userAnsweredBy(user, async (procedure, input) => {
    const { call, replyHeaders } = user.withKey(newId());
    const [noun = '', verb = ''] = procedure.split('.');
    // The caller has a function for each name that the observers use.
    const answer: unknown = await Reflect.get(Reflect.get(call, noun), verb)(input);
    const read = { answer, streamSeq: replyHeaders.get('Stream-Seq') ?? null };
    record(requestOf(procedure, input), read);
    return read;
  });
}

/** A user whose reads are answered from what `reads` gives, by the schemas of today; any other is refused. */
export function replayedUser(id: string, reads: () => Readonly<Record<string, RecordedRead>>): TestUser {
  return userAnsweredBy({ id, token: null }, async (procedure, input) => {
    const read = reads()[requestOf(procedure, input)];
    if (!read) throw new Error(`no answer was recorded for ${requestOf(procedure, input)}`);
    return { ...read, answer: parseAnswer(procedure, read.answer) };
  });
}

const requestOf = (procedure: string, input: unknown) => `${procedure} ${JSON.stringify(input ?? null)}`;

function userAnsweredBy({ id, token }: Pick<TestUser, 'id' | 'token'>, answering: Answering): TestUser {
  const withKey = () => {
    const replyHeaders = new Map<string, string>();
    return { call: callerAnsweredBy(answering, replyHeaders), replyHeaders };
  };
  return { id, token, call: withKey().call, withKey };
}

function callerAnsweredBy(answering: Answering, replyHeaders: Map<string, string>): Caller {
  const answer = async (procedure: string, input: unknown) => {
    const read = await answering(procedure, input);
    if (read.streamSeq !== null) replyHeaders.set('Stream-Seq', read.streamSeq);
    return read.answer;
  };
  const verbsOf = (noun: string) =>
    new Proxy({}, { get: (_, verb) => (input: unknown) => answer(`${noun}.${String(verb)}`, input) });
  // It has every procedure, because it answers to every name.
  return new Proxy({}, { get: (_, noun) => verbsOf(String(noun)) }) as Caller;
}
