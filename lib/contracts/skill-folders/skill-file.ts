export type SkillFile = {
  path: string
  bytes: Uint8Array
  kind: string
  isExecutable?: boolean
}

/** A file whose content is stored outside the document. */
export type StoredSkillFile = Omit<SkillFile, 'bytes'> & { sha256: string; sizeBytes: number }

export const SKILL_MANIFEST_FILE = 'skill.toml'
export const README = 'SKILL.md'
export const INPUT_SCHEMA = 'input.schema.json'
export const OUTPUT_SCHEMA = 'output.schema.json'
/** Only of skills that emit parts of their output. */
export const STREAM_SCHEMA = 'stream.schema.json'
export const CONTRACT = 'contract.json'

/** Files that are generated from the document; a resource cannot replace them. */
export const OWN_FILES: readonly string[] = [
  SKILL_MANIFEST_FILE,
  README,
  INPUT_SCHEMA,
  OUTPUT_SCHEMA,
  STREAM_SCHEMA,
  CONTRACT,
]

export const CODE = 'code/'
export const RESOURCES = 'resources/'

export function isCode(path: string): boolean {
  return path.startsWith(CODE)
}

export function textFile(path: string, text: string): SkillFile {
  return { path, bytes: Buffer.from(text), kind: detectMediaType(path) }
}

export function jsonFile(path: string, value: unknown): SkillFile {
  return textFile(path, `${JSON.stringify(value, null, 2)}\n`)
}

const KINDS: Record<string, string> = {
  css: 'text/css',
  csv: 'text/csv',
  gif: 'image/gif',
  htm: 'text/html',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  json: 'application/json',
  md: 'text/markdown',
  mjs: 'text/javascript',
  pdf: 'application/pdf',
  png: 'image/png',
  py: 'text/x-python',
  sh: 'text/x-shellscript',
  svg: 'image/svg+xml',
  toml: 'application/toml',
  ts: 'text/typescript',
  txt: 'text/plain',
  webp: 'image/webp',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
}

/** Returns the media type by the name's ending, else by whether the content is text. */
export function detectMediaType(path: string, bytes?: Uint8Array): string {
  const known = KINDS[path.toLowerCase().split('.').at(-1) ?? '']
  if (known) return known
  return bytes && decodePlainText(bytes) === null ? 'application/octet-stream' : 'text/plain'
}

/** Returns null for bytes that are not UTF-8. */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Returns null for bytes that are not UTF-8, and for any with NUL, which indicates a binary format. */
export function decodePlainText(bytes: Uint8Array): string | null {
  return bytes.includes(0) ? null : decodeText(bytes)
}
