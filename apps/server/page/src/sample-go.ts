import { type Call, headersOf, targetOf } from './call.js';

/** The call as a program with `net/http`. */
export function goSample(call: Call, origin: string): string {
  const { operation, json, file } = call;
  const body = json !== null ? 'body' : file !== null ? '&form' : 'nil';
  const lines = [
    ...(json === null ? [] : [`body := strings.NewReader(${raw(JSON.stringify(json, null, 2))})`]),
    ...(file === null ? [] : formLines(call)),
    `req, err := http.NewRequest(${text(operation.method)}, ${text(origin + targetOf(call))}, ${body})`,
    ...CHECK,
    ...Object.entries(headersOf(call)).map(
      ([name, value]) => `req.Header.Set(${text(name)}, ${text(value)})`,
    ),
    ...(file === null ? [] : ['req.Header.Set("Content-Type", writer.FormDataContentType())']),
    'res, err := http.DefaultClient.Do(req)',
    ...CHECK,
    'defer res.Body.Close()',
    'answer, err := io.ReadAll(res.Body)',
    ...CHECK,
    'fmt.Println(res.Status, string(answer))',
  ];
  return [
    'package main',
    '',
    'import (',
    ...importsOf(call).map((name) => `\t${text(name)}`),
    ')',
    '',
    'func main() {',
    ...lines.map((line) => `\t${line}`),
    '}',
    '',
  ].join('\n');
}

const CHECK = ['if err != nil {', '\tpanic(err)', '}'];

/** What the program uses: Go refuses an import that is not used. */
function importsOf({ json, file }: Call): string[] {
  return [
    ...(file === null ? [] : ['bytes']),
    'fmt',
    'io',
    ...(file === null ? [] : ['mime/multipart']),
    'net/http',
    ...(file === null ? [] : ['net/textproto', 'os']),
    ...(json === null ? [] : ['strings']),
  ];
}

/** A form with the type of its file, which `CreateFormFile` does not take. */
function formLines({ operation, file }: Call): string[] {
  const field = operation.body?.kind === 'file' ? operation.body.field : '';
  const { name = '', type = '' } = file ?? {};
  return [
    `content, err := os.ReadFile(${text(name)})`,
    ...CHECK,
    'var form bytes.Buffer',
    'writer := multipart.NewWriter(&form)',
    'part, err := writer.CreatePart(textproto.MIMEHeader{',
    `\t"Content-Disposition": {${raw(`form-data; name="${field}"; filename="${name}"`)}},`,
    `\t"Content-Type":        {${text(type)}},`,
    '})',
    ...CHECK,
    'part.Write(content)',
    'writer.Close()',
  ];
}

/** A string between backquotes, where it has none itself. */
function raw(value: string): string {
  return value.includes('`') ? text(value) : `\`${value}\``;
}

/** JSON strings are strings of Go. */
function text(value: string): string {
  return JSON.stringify(value);
}
