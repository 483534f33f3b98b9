import { type PrettyOptions, prettyFactory } from 'pino-pretty';

type MessageFormat = Exclude<PrettyOptions['messageFormat'], string | false | undefined>;

/** What a request line is made of, or what only programs need. */
const LEFT_OUT = 'req,res,responseTime,requestId,client';

/**
 * Makes the function that formats a JSON line for a terminal: of a request its method, path, status and milliseconds, of
 * everything else the message with its fields.
 */
export function terminalLines(colorize: boolean): (line: string) => string {
  const options = { colorize, translateTime: 'SYS:HH:MM:ss', singleLine: true };
  const requestLine = prettyFactory({ ...options, ignore: LEFT_OUT, messageFormat: requestMessage });
  const otherLine = prettyFactory(options);
  return (line) => (isRequest(line) ? requestLine(line) : otherLine(line));
}

/** The object that http/request-log.ts writes; a text in quotes cannot contain it. */
const isRequest = (line: string) => line.includes('"req":{"method":');

/** `GET /api/users/me 200 3 ms` */
const requestMessage: MessageFormat = (log, _key, _label, { colors }) => {
  // Lines without this object have another format.
  const { req, res, responseTime, msg } = log as unknown as RequestLine;
  const paint = colors[colorOf(res.statusCode)];
  const aborted = msg === 'request aborted' ? ' (aborted)' : '';
  return `${req.method} ${req.path} ${paint(res.statusCode)} ${responseTime} ms${aborted}`;
};

/** A line of http/request-log.ts. */
interface RequestLine {
  readonly req: { readonly method: string; readonly path: string };
  readonly res: { readonly statusCode: number };
  readonly responseTime: number;
  readonly msg: string;
}

function colorOf(statusCode: number): 'red' | 'yellow' | 'green' {
  if (statusCode >= 500) return 'red';
  return statusCode >= 400 ? 'yellow' : 'green';
}
