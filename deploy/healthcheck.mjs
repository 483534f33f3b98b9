// Exits with 0 when the service takes requests. The image has Node and no curl.
const { PORT = '3000' } = process.env;
const answer = await fetch(`http://127.0.0.1:${PORT}/health`, { signal: AbortSignal.timeout(4_000) });
process.exit(answer.ok ? 0 : 1);
