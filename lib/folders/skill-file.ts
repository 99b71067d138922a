/** A file of a skill folder. Ground, pure. Source: specification "Skills Protocol", Skill folder. */

export type SkillFile = {
  /** Relative to the skill, with slashes: "code/handler.js". */
  path: string
  bytes: Uint8Array
  /** Its MIME type. */
  kind: string
}

export const MANIFEST = 'skill.toml'
export const README = 'SKILL.md'
export const INPUT_SCHEMA = 'input.schema.json'
export const OUTPUT_SCHEMA = 'output.schema.json'
export const CONTRACT = 'contract.json'

/** Files that the folder itself has a meaning for; no resource can take their place. */
export const OWN_FILES: readonly string[] = [MANIFEST, README, INPUT_SCHEMA, OUTPUT_SCHEMA, CONTRACT]

export const CODE = 'code/'
export const RESOURCES = 'resources/'

export function isCode(path: string): boolean {
  return path.startsWith(CODE)
}

export function textFile(path: string, text: string): SkillFile {
  return { path, bytes: Buffer.from(text), kind: kindOf(path) }
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

/** By its ending; `bytes` tell text from anything else when that says nothing. */
export function kindOf(path: string, bytes?: Uint8Array): string {
  const known = KINDS[path.toLowerCase().split('.').at(-1) ?? '']
  if (known) return known
  return bytes && plainTextOf(bytes) === null ? 'application/octet-stream' : 'text/plain'
}

/** The bytes as text; null when they are no UTF-8. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** The same for a file that may be anything: what holds a NUL is some other format, whatever else it is. */
export function plainTextOf(bytes: Uint8Array): string | null {
  return bytes.includes(0) ? null : textOf(bytes)
}
