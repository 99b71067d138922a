/** Types for external editors: `handler.d.ts` and `runtime.pyi`. */

export type HandlerGlobals = Readonly<Record<string, readonly GlobalMember[]>>

// biome-ignore format: table
export const JAVASCRIPT_GLOBALS: HandlerGlobals = {
  context: [
    { name: 'runId',            type: ': string',      doc: 'The ID of this run: "run_…".' },
    { name: 'skill',            type: ': string',      doc: 'The name of the running skill: "publisher.skillset.skill".' },
    { name: 'version',          type: ': string',      doc: 'Its version: "1.2.0".' },
    { name: 'organizationId',   type: ': string',      doc: 'The ID of the organisation that owns the run.' },
    { name: 'organizationName', type: ': string',      doc: 'The name of that organisation.' },
    { name: 'conversationId',   type: '?: string',     doc: 'The caller’s name for the conversation that the run belongs to: the conversation_id of the call. Absent if it sent none.' },
    { name: 'timezone',         type: ': string',      doc: 'The caller’s IANA time zone: "Europe/Oslo".' },
    { name: 'dryRun',           type: ': boolean',     doc: 'True in a dry run: change nothing, and report what would be done.' },
    { name: 'deadline',         type: ': number',      doc: 'When the run times out, in epoch milliseconds.' },
    { name: 'signal',           type: ': AbortSignal', doc: 'Aborted at the deadline. Pass it to fetch.' },
    { name: 'progress',         type: '(fraction: number, note?: string): void', doc: 'Reports progress, from 0 to 1.' },
    { name: 'emit',             type: '(part: Json): void', doc: 'Delivers a part of the output at once. Parts satisfy the stream schema of the skill.' },
    { name: 'log',              type: '(...values: unknown[]): void', doc: 'Writes a line to the run’s log, as console.log does.' },
    { name: 'integrations',     type: '?: { [provider: string]: HandlerAccount }', doc: 'The accounts of requiredIntegrationProviders. The credential is a placeholder until it reaches the provider.' },
    { name: 'fetchWithRetry',   type: '(input: string | URL | Request, init?: RequestInit, options?: { attempts?: number; retryUnsafe?: boolean }): Promise<Response>', doc: 'As fetch, and sends the request again after a passing failure: up to 3 attempts unless attempts says otherwise. POST and PATCH only with retryUnsafe.' },
    { name: 'callSkill',        type: '(name: string, args?: JsonObject): Promise<any>', doc: 'Runs another skill, declared in permissions.skills, and resolves with its output.' },
    { name: 'tools',            type: ': { [namespace: string]: { [tool: string]: (args?: JsonObject) => Promise<any> } }', doc: 'The built-in tools declared in permissions.tools: tools.util.slugifyTitle({ title }).' },
    { name: 'blobs',            type: ': HandlerBlobs', doc: 'Content that is too large for JSON.' },
  ],
  'context.integrations.PROVIDER': [
    { name: 'headers', type: ': Record<string, string>', doc: 'Headers to send to the provider: fetch(url, { headers: context.integrations.github.headers }).' },
    { name: 'query',   type: ': Record<string, string>', doc: 'Query parameters to send to the provider, if it expects the credential there.' },
    { name: 'token',   type: ': string', doc: 'The placeholder alone.' },
    { name: 'hosts',   type: ': string[]', doc: 'The only hosts that receive the credential.' },
  ],
  'context.blobs': [
    { name: 'readText',  type: '(id: string, range?: { start?: number; end?: number }): Promise<string>',     doc: 'Returns a blob passed to the run, or written by it, as text.' },
    { name: 'readBytes', type: '(id: string, range?: { start?: number; end?: number }): Promise<Uint8Array>', doc: 'Returns the bytes of a blob, or those from start up to end.' },
    { name: 'stream',    type: '(id: string, range?: { start?: number; end?: number }): ReadableStream<Uint8Array>', doc: 'Reads a blob of any size part by part.' },
    { name: 'write',     type: '(content: string | Uint8Array | ArrayBuffer | Blob | ReadableStream<Uint8Array>, kind?: string): Promise<string>', doc: 'Stores content with a MIME type and resolves with the ID of the new blob. A stream is stored part by part.' },
  ],
}

export function handlerTypes(): string {
  return `// Types for Guildhall handlers. Reference this file from a definition while you write it:
//   /// <reference path="./handler.d.ts" />
//   async function handler({ parameters, config, context }: HandlerInput) {}

type Json = string | number | boolean | null | Json[] | JsonObject
type JsonObject = { [key: string]: Json }

interface HandlerInput<Parameters = any, Config = Record<string, any>> {
  /** The caller's input, validated against the skill's parameters, with defaults applied. */
  parameters: Parameters
  /** The configuration of the caller's organisation. Secrets are placeholders. */
  config: Config
  context: HandlerContext
}

interface HandlerContext {
${declareMembers(JAVASCRIPT_GLOBALS.context)}}

interface HandlerAccount {
${declareMembers(JAVASCRIPT_GLOBALS['context.integrations.PROVIDER'])}}

interface HandlerBlobs {
${declareMembers(JAVASCRIPT_GLOBALS['context.blobs'])}}

/** Thrown by callSkill, tools and blobs. Throw an error of the same shape to fail with a standard code. */
interface HandlerError extends Error {
  code: string
  recoverable: boolean
  suggested_action?: string
  /** Seconds, with RATE_LIMIT_EXCEEDED. */
  retry_after?: number
  /** The field of the input that the error is about: its name, or a JSON Pointer such as "/lines/0/price". Set it when you throw. */
  field?: string
  /** What is used up, with LIMIT_REACHED. */
  limit?: { what: string; max: number; used?: number; unit: 'items' | 'bytes' }
}
`
}

/** A member of `context` in JavaScript or `runtime` in Python. */
export type GlobalMember = {
  name: string
  type: string
  doc: string
}

function declareMembers(members: readonly GlobalMember[] = []): string {
  return members.map(({ name, type, doc }) => `  /** ${doc} */\n  ${name}${type}\n`).join('')
}

// biome-ignore format: table
export const PYTHON_GLOBALS: HandlerGlobals = {
  runtime: [
    { name: 'log',        type: '(*values: object) -> None', doc: 'Writes a line to the run’s log.' },
    { name: 'progress',   type: '(fraction: float, note: str = "") -> None', doc: 'Reports progress, from 0 to 1.' },
    { name: 'emit',       type: '(part: Any) -> None', doc: 'Delivers a part of the output at once. Parts satisfy the stream schema of the skill.' },
    { name: 'fetch',      type: '(url: str, method: str = "GET", headers: dict[str, str] | None = None, body: str | bytes | None = None, *, json: Any = None, form: dict[str, Any] | None = None, files: dict[str, tuple] | None = None, attempts: int = 1, retry_unsafe: bool = False) -> Response', doc: 'Sends a request to a declared host. json is sent as JSON; form as a form, with files {field: (name, bytes, type)} as multipart. With attempts above 1, it is sent again after a passing failure; POST and PATCH only with retry_unsafe.' },
    { name: 'call_skill', type: '(name: str, args: dict | None = None) -> Any', doc: 'Runs another skill, declared in permissions.skills, and returns its output.' },
    { name: 'config',     type: ': dict[str, Any]', doc: 'The configuration of the caller’s organisation.' },
    { name: 'context',    type: ': dict[str, Any]', doc: 'The run and its caller: runId, skill, version, organizationId, organizationName, timezone, conversationId, dryRun, deadline, integrations.' },
    { name: 'secrets',    type: ': _Secrets', doc: 'Placeholders of declared secrets.' },
    { name: 'blobs',      type: ': _Blobs', doc: 'Content that is too large for JSON.' },
    { name: 'tools',      type: ': Any', doc: 'The built-in tools declared in permissions.tools: tools.util.slugifyTitle({"title": …}).' },
  ],
  'runtime.fetch(…)': [
    { name: 'status',     type: ': int', doc: 'The status, such as 200.' },
    { name: 'ok',         type: ': bool', doc: 'True for a status from 200 to 299.' },
    { name: 'url',        type: ': str', doc: 'The address that answered, after redirects.' },
    { name: 'headers',    type: ': dict[str, str]', doc: 'The headers, with names in lower case.' },
    { name: 'bytes',      type: '() -> bytes', doc: 'Returns the body.' },
    { name: 'text',       type: '() -> str', doc: 'Returns the body as text in UTF-8.' },
    { name: 'json',       type: '() -> Any', doc: 'Returns the value of a body in JSON.' },
    { name: 'iter_bytes', type: '() -> Iterator[bytes]', doc: 'Yields the parts of the body as they arrive.' },
  ],
  'runtime.secrets': [
    { name: 'get', type: '(name: str, default: str | None = None) -> str | None', doc: 'Returns a placeholder. Requests to the secret’s declared hosts carry the real value instead.' },
  ],
  'runtime.blobs': [
    { name: 'read_text',   type: '(id: str) -> str', doc: 'Returns a blob passed to the run, or written by it, as text.' },
    { name: 'read_bytes',  type: '(id: str, start: int | None = None, end: int | None = None) -> bytes', doc: 'Returns the bytes of a blob, or those from start up to end.' },
    { name: 'open',        type: '(id: str) -> BinaryIO', doc: 'Returns a blob of any size as a file to read and seek in, part by part.' },
    { name: 'create',      type: '(kind: str = "application/octet-stream") -> _BlobFile', doc: 'Returns a file to write a blob of any size. Its id is there once it is closed; an exception within its with discards it.' },
    { name: 'write_text',  type: '(content: str, kind: str = "text/plain") -> str', doc: 'Stores text as a blob and returns its ID.' },
    { name: 'write_bytes', type: '(content: bytes, kind: str = "application/octet-stream") -> str', doc: 'Stores bytes as a blob and returns its ID.' },
  ],
}

export function runtimeTypes(): string {
  return `"""Types for the runtime object of Guildhall's Python skills, a builtin and a module."""
from collections.abc import Iterator
from typing import Any, BinaryIO

class CallError(RuntimeError):
    """A refused call, or the failure of a called skill."""
    code: str
    recoverable: bool | None
    suggested_action: str | None
    retry_after: float | None
    limit: dict[str, Any] | None
    details: list[Any]

class Response:
    """What fetch returns. Its body is read once: whole, or part by part."""
${declareResponse()}
class _Secrets:
${declareMethods(PYTHON_GLOBALS['runtime.secrets'])}
class _BlobFile(BinaryIO):
    id: str | None
    """The ID of the blob once the file is closed."""

class _Blobs:
${declareMethods(PYTHON_GLOBALS['runtime.blobs'])}
${(PYTHON_GLOBALS.runtime ?? []).map(({ name, type, doc }) => (type.startsWith('(') ? `def ${name}${type}:\n    """${doc}"""\n` : `${name}${type}\n"""${doc}"""\n`)).join('')}`
}

function declareResponse(): string {
  const members = PYTHON_GLOBALS['runtime.fetch(…)'] ?? []
  const attributes = members.filter(({ type }) => type.startsWith(':'))
  return (
    attributes.map(({ name, type, doc }) => `    ${name}${type}\n    """${doc}"""\n`).join('') +
    declareMethods(members.filter((member) => !attributes.includes(member)))
  )
}

function declareMethods(methods: readonly GlobalMember[] = []): string {
  return methods
    .map(
      ({ name, type, doc }) =>
        `    def ${name}(self${type.startsWith('()') ? '' : ', '}${type.slice(1)}:\n        """${doc}"""\n`,
    )
    .join('')
}
