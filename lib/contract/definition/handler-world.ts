/**
 * What code finds around it when it runs: the members of `context` in JavaScript and of `runtime` in Python.
 *
 * Ground; also in the browser. The editor offers them while one types, and the type definitions are made of them.
 * Source: specification "Execution", Handler; "Skills protocol", Python sandbox.
 */

export type Member = {
  /** Of a method without its arguments. */
  name: string
  /** As it stands in the language's own type definitions, after the name. */
  type: string
  doc: string
}

/** By what stands before the dot. */
export type World = Readonly<Record<string, readonly Member[]>>

// biome-ignore format: a table reads in rows
export const JAVASCRIPT_WORLD: World = {
  context: [
    { name: 'runId',            type: ': string',      doc: 'This run: "run_…".' },
    { name: 'skill',            type: ': string',      doc: 'The skill that runs: "publisher.skillset.skill".' },
    { name: 'version',          type: ': string',      doc: 'Its version: "1.2.0".' },
    { name: 'organizationId',   type: ': string',      doc: 'Whose run it is.' },
    { name: 'organizationName', type: ': string',      doc: 'What that organisation calls itself.' },
    { name: 'conversationId',   type: '?: string',     doc: 'The conversation it is part of. Absent: no caller can name one here yet.' },
    { name: 'timezone',         type: ': string',      doc: 'The caller’s IANA time zone: "Europe/Oslo".' },
    { name: 'dryRun',           type: ': boolean',     doc: 'True when nothing may be changed: say what would be done.' },
    { name: 'deadline',         type: ': number',      doc: 'When the run is ended, in epoch milliseconds.' },
    { name: 'signal',           type: ': AbortSignal', doc: 'Aborted when the time is over; give it to fetch.' },
    { name: 'progress',         type: '(fraction: number, note?: string): void', doc: 'Tells how far the run is, 0 to 1.' },
    { name: 'log',              type: '(...values: unknown[]): void', doc: 'Writes a line to the run’s log, as console.log does.' },
    { name: 'callSkill',        type: '(name: string, args?: JsonObject): Promise<any>', doc: 'Runs another skill and resolves with its output. It has to be declared in permissions.skills.' },
    { name: 'tools',            type: ': { [namespace: string]: { [tool: string]: (args?: JsonObject) => Promise<any> } }', doc: 'First-party tools that permissions.tools declares: tools.util.slugifyTitle({ title }).' },
    { name: 'blobs',            type: ': HandlerBlobs', doc: 'Content that is too big for JSON.' },
  ],
  'context.blobs': [
    { name: 'readText',  type: '(id: string, range?: { start?: number; end?: number }): Promise<string>',     doc: 'A blob as text: one that the run was given, or wrote.' },
    { name: 'readBytes', type: '(id: string, range?: { start?: number; end?: number }): Promise<Uint8Array>', doc: 'A blob as bytes, or those from start up to end.' },
    { name: 'write',     type: '(content: string | Uint8Array | ArrayBuffer, kind?: string): Promise<string>', doc: 'Keeps content of a MIME type, and resolves with the new blob’s id.' },
  ],
}

// biome-ignore format: a table reads in rows
export const PYTHON_WORLD: World = {
  runtime: [
    { name: 'log',        type: '(*values: object) -> None', doc: 'Writes a line to the run’s log.' },
    { name: 'progress',   type: '(fraction: float, note: str = "") -> None', doc: 'Tells how far the run is, 0 to 1.' },
    { name: 'call_skill', type: '(name: str, args: dict | None = None) -> Any', doc: 'Runs another skill, declared in permissions.skills, and returns its output.' },
    { name: 'config',     type: ': dict[str, Any]', doc: 'The configuration that the caller’s organisation has set.' },
    { name: 'context',    type: ': dict[str, Any]', doc: 'Who runs it: runId, skill, version, organizationId, organizationName, timezone, dryRun, deadline.' },
    { name: 'secrets',    type: ': _Secrets', doc: 'Placeholders of declared secrets.' },
    { name: 'blobs',      type: ': _Blobs', doc: 'Content that is too big for JSON.' },
    { name: 'tools',      type: ': Any', doc: 'First-party tools that permissions.tools declares: tools.util.slugifyTitle({"title": …}).' },
  ],
  'runtime.secrets': [
    { name: 'get', type: '(name: str, default: str | None = None) -> str | None', doc: 'A placeholder: the value is put in on the way to the hosts that the secret is for.' },
  ],
  'runtime.blobs': [
    { name: 'read_text',   type: '(id: str) -> str', doc: 'A blob as text: one that the run was given, or wrote.' },
    { name: 'read_bytes',  type: '(id: str, start: int | None = None, end: int | None = None) -> bytes', doc: 'A blob as bytes, or those from start up to end.' },
    { name: 'write_text',  type: '(content: str, kind: str = "text/plain") -> str', doc: 'Keeps text as a blob and returns its id.' },
    { name: 'write_bytes', type: '(content: bytes, kind: str = "application/octet-stream") -> str', doc: 'Keeps bytes as a blob and returns its id.' },
  ],
}
