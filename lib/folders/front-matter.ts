/**
 * SKILL.md: YAML between two lines of dashes, and a body in Markdown. Ground, pure.
 *
 * Source: specification "Skills Protocol", Skill folder; Agent Skills specification, "SKILL.md format".
 */
import { type Document, isScalar, parseDocument as parseYaml, stringify, visit } from 'yaml'
import { isObject, type JsonObject } from '../contract/json/json.ts'
import { toJson } from '../contract/json/to-json.ts'

export type ReadMarkdown =
  | { frontmatter: JsonObject; body: string; whyNot?: undefined }
  | { frontmatter?: undefined; whyNot: string }

// The closing line; some indent it, and the reference validator takes that too.
const BLOCKS = [
  /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/,
  /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?[ \t]*---[ \t]*(?:\r?\n|$)/,
]

/** The two parts, or why there are none: a sentence. */
export function readMarkdown(text: string): ReadMarkdown {
  const whole = text.replace(/^\uFEFF/, '')
  if (!whole.startsWith('---')) return { whyNot: 'SKILL.md must begin with front matter: a line “---”.' }
  let whyNot = 'The front matter of SKILL.md is not closed: a second line “---” is missing.'
  for (const found of BLOCKS.map((block) => block.exec(whole)).filter((each) => each !== null)) {
    const frontmatter = readYaml(found[1] ?? '')
    if (typeof frontmatter === 'string') whyNot = frontmatter
    else return { frontmatter, body: whole.slice(found[0].length).replace(/^\r?\n/, '') }
  }
  return { whyNot }
}

/** Far more than names and descriptions need; what is longer takes the parser seconds. */
const MAX_YAML_CHARS = 32 * 1024

/** What the YAML says, or a sentence about what is wrong with it. */
function readYaml(source: string): JsonObject | string {
  if (source.length > MAX_YAML_CHARS) {
    return `The front matter of SKILL.md is longer than ${MAX_YAML_CHARS / 1024} KB; what is long belongs below it.`
  }
  // Core schema: dates stay text, and no tag can make anything but JSON.
  const document = parseYaml(source, {
    schema: 'core',
    prettyErrors: true,
    logLevel: 'silent',
    merge: false,
    // The parser compares each key with all before it: ours is `keyThatIsThereTwice`.
    uniqueKeys: false,
  })
  const [fault] = document.errors
  if (fault) {
    // The first line of the message; the block begins on the second line of the file.
    const line = (fault.linePos?.[0]?.line ?? 1) + 1
    const words = fault.message.split('\n')[0]?.replace(/ at line \d+.*$/, '') ?? 'it cannot be read'
    return `The front matter of SKILL.md is no valid YAML, line ${line}: ${words}.`
  }
  const twice = keyThatIsThereTwice(document)
  if (twice) {
    const line = source.slice(0, twice.start).split('\n').length + 1
    return `The front matter of SKILL.md is no valid YAML, line ${line}: the key “${twice.key}” is there twice.`
  }
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: 50 })
  } catch {
    return 'The front matter of SKILL.md refers to itself too often.'
  }
  const { value: json, issue } = toJson(value ?? {})
  if (issue) return `The front matter of SKILL.md holds what no JSON can: ${issue.message}.`
  return isObject(json) ? json : 'The front matter of SKILL.md must be a list of fields such as “name: …”.'
}

/** YAML 1.2.2 §3.2.1.3: the keys of a mapping are unique. */
function keyThatIsThereTwice(document: Document.Parsed): { key: string; start: number } | undefined {
  let found: { key: string; start: number } | undefined
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (seen.has(key.value)) found = { key: String(key.value), start: key.range?.[0] ?? 0 }
        if (found) return visit.BREAK
        seen.add(key.value)
      }
      return undefined
    },
  })
  return found
}

/** The text of a SKILL.md; reading it gives both parts back. */
export function writeMarkdown(frontmatter: JsonObject, body: string): string {
  return `---\n${stringify(frontmatter, { lineWidth: 0, schema: 'core' })}---\n\n${body}`
}
