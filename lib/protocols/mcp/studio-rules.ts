/** Chapters of the guide for programs that publish, in sections that a model reads one at a time. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { RUN_LIMITS, SKILL_LIMITS } from '../../contracts/document/skill-limits.ts'
import { CANONICAL_NAMES } from '../../contracts/lint/rules/name-rules.ts'
import { runtimeVersionError } from '../../contracts/versions/runtime-version.ts'
import { deprecationText } from '../../contracts/versions/version-states.ts'
import { ASSERTED_FORMATS } from '../../json-schema/evaluate/formats.ts'
import { MAX_SCHEMA_BYTES, MAX_SCHEMA_DEPTH } from '../../json-schema/parse/canonical-schema.ts'
import { CANONICAL_DIALECT } from '../../json-schema/tree/dialect.ts'
import { AppError } from '../../kernel/errors.ts'
import { MAX_VALUE_DEPTH } from '../../kernel/json/to-json.ts'
import { formatBytes } from '../../kernel/text/format.ts'

/** The chapters that a publisher needs, and the section that comes first with a chapter that is long. */
const FIRST_SECTIONS = {
  publishing: 'handler',
  handler: 'javascript',
  contracts: 'writing',
  lint: undefined,
  packages: undefined,
  errors: undefined,
  schemas: undefined,
} as const satisfies Record<string, string | undefined>

type Topic = keyof typeof FIRST_SECTIONS

// Object.keys returns strings, and the object has no other keys.
export const RULE_CHAPTERS = Object.keys(FIRST_SECTIONS) as Topic[]

/** A chapter up to this length is returned whole: about 2,000 tokens. */
const MAX_WHOLE_CHARS = 6_000

const { javascript } = SKILL_LIMITS
const codes = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')
const DEPRECATED = { number: '1.2.0', notice: 'Use 1.4.1.', at: new Date('2027-01-31') }

/** The values of `{{name}}` in these chapters. */
export const RULE_VALUES: Readonly<Record<string, string>> = {
  'canonical-names': codes(CANONICAL_NAMES),
  deprecation: deprecationText(DEPRECATED, new Date('2026-11-21')),
  dialect: CANONICAL_DIALECT,
  formats: codes(ASSERTED_FORMATS),
  'js-cpu': String(javascript.cpuMs / 1000),
  'js-memory': String(javascript.memoryMb),
  'js-timeout': String(javascript.timeoutMs / 1000),
  'max-schema-depth': String(MAX_SCHEMA_DEPTH),
  'max-schema-kib': String(MAX_SCHEMA_BYTES / 1024),
  'max-value-depth': String(MAX_VALUE_DEPTH),
  'runtime-refusal': runtimeVersionError('>=2', '1.4.0') ?? '',
  'written-blobs': formatBytes(RUN_LIMITS.writtenBlobBytes),
}

type Section = { section: string; title: string; level: number; markdown: string }

type Rules = {
  topic: Topic
  section?: string
  /** All sections of a chapter that was not returned whole. */
  sections?: { section: string; title: string; chars: number }[]
  markdown: string
}

/**
 * Returns a section of a chapter, with those below it. Without a name, it returns a short chapter whole, and of a long one
 * the first section that is needed, with the names of all others. Throws INVALID_INPUT for an unknown section.
 */
export async function readRules(
  { topic, section }: { topic: string; section?: string | undefined },
  origin: string,
): Promise<Rules> {
  const chapter = RULE_CHAPTERS.find((each) => each === topic) ?? 'publishing'
  const file = path.join(process.cwd(), 'docs/guide', `${chapter}.md`)
  const sections = splitChapter(await readFile(file, 'utf8'), `${origin}/docs/${chapter}`, origin)
  const lengthOf = (at: number) => markdownAt(sections, at).length
  const contents = sections.map(({ section: name, title }, at) => ({
    section: name,
    title,
    chars: lengthOf(at),
  }))
  if (section !== undefined) {
    const at = sections.findIndex((each) => each.section === section)
    if (at >= 0) return { topic: chapter, section, markdown: markdownAt(sections, at) }
    const names = sections.map((each) => each.section).join(', ')
    const message = `There is no section “${section}” in the chapter ${chapter}. Use one of ${names}.`
    throw new AppError('INVALID_INPUT', {
      message,
      issues: [{ path: '/section', message: 'is not a section of this chapter' }],
    })
  }
  const whole = sections.map(({ markdown }) => markdown).join('')
  if (whole.length <= MAX_WHOLE_CHARS) return { topic: chapter, markdown: whole }
  const first = FIRST_SECTIONS[chapter] ?? sections[0]!.section
  const at = sections.findIndex((each) => each.section === first)
  return { topic: chapter, section: first, sections: contents, markdown: markdownAt(sections, at) }
}

/** Returns a section with the deeper ones that follow it. */
function markdownAt(sections: readonly Section[], at: number): string {
  const { level } = sections[at]!
  const below = sections.slice(at + 1)
  const end = below.findIndex((each) => each.level <= level)
  return sections
    .slice(at, end < 0 ? undefined : at + 1 + end)
    .map(({ markdown }) => markdown)
    .join('')
}

const HEADING = /^(#{2,3}) (.+?)(?: \{#([\w-]+)\})?$/

/** Splits a chapter at its headings. What the site draws from its code, such as tables, becomes a link to it. */
function splitChapter(source: string, address: string, origin: string): Section[] {
  const body = source.replace(/^---\n[\s\S]*?\n---\n/, '')
  const sections: Section[] = []
  let isCode = false
  let isDrawn = false
  for (const line of body.split('\n')) {
    const [, marks = '', title = '', id] = (!isCode && HEADING.exec(line)) || []
    if (marks) {
      const section = id ?? title.toLowerCase().replaceAll(/[^\w]+/g, '-')
      sections.push({ section, title, level: marks.length, markdown: `${marks} ${title}\n` })
      continue
    }
    const current = sections.at(-1)
    // The front matter has told what the chapter is about.
    if (!current) continue
    if (line.startsWith('```')) {
      isCode = !isCode
      if (isDrawn || /^```(data|sample) /.test(line)) {
        isDrawn = !isDrawn
        if (isDrawn) current.markdown += `See ${address}#${current.section}\n`
        continue
      }
    }
    if (!isDrawn) current.markdown += `${fillValues(line, origin)}\n`
  }
  return sections
}

function fillValues(line: string, origin: string): string {
  return line.replaceAll(/\{\{([\w-]+)\}\}/g, (found, name) =>
    name === 'origin' ? origin : (RULE_VALUES[name] ?? found),
  )
}
