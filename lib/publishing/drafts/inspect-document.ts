import { checkDocument } from '../../contracts/checks/check-document.ts'
import { checkSiteRules, type SiteRules } from '../../contracts/checks/check-site-rules.ts'
import { definitionHints } from '../../contracts/checks/definition-hints.ts'
import { skillEntries } from '../../contracts/document/skill-entries.ts'
import {
  type DefinitionIssue,
  inspectDefinition,
  inspectMigration,
} from '../../contracts/handler/inspect-definition.ts'
import { importableBy } from '../../contracts/packages/own-modules.ts'
import type { Issue } from '../../kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { objectEntries } from '../../kernel/json/json-pointer.ts'
import { isSlug } from '../../kernel/names/skill-name.ts'

type DefinitionMark = {
  line: number
  column: number
  message: string
  severity?: 'warning'
  /** The package that the code imports and the document does not declare. */
  dependency?: string
}

/** What the studio marks in a draft. */
export type Inspection = {
  /** Paths point into the document. */
  issues: Issue[]
  /** Positions in code, by the pointer of the field that contains it. */
  marks: Record<string, DefinitionMark[]>
}

export type KnownSkillSet = {
  slug: string
  /** True if a version was published, so that the slug has to stay. */
  isFixed: boolean
  rules: SiteRules
}

/** Returns all problems of a draft, which may be any JSON. Expensive: use `inspectInThread`. */
export function inspectDocument(document: Json, known: KnownSkillSet): Inspection {
  return {
    issues: [
      ...checkDocument(document),
      ...slugIssues(document, known),
      ...checkSiteRules(document, known.rules),
    ],
    marks: listDefinitionMarks(document),
  }
}

function listDefinitionMarks(document: Json): Record<string, DefinitionMark[]> {
  if (!isObject(document)) return {}
  const { migrations } = document
  const marksByPointer = [
    ...skillEntries(document).map(
      ([skill, index]) => [`/skills/${index}/definition`, definitionMarks(skill, document)] as const,
    ),
    ...objectEntries(migrations).map(
      ([{ definition }, index]) =>
        [`/migrations/${index}/definition`, toDefinitionMarks(definition, inspectMigration)] as const,
    ),
  ]
  return Object.fromEntries(marksByPointer.filter(([, marks]) => marks.length > 0))
}

function definitionMarks(skill: JsonObject, document: JsonObject): DefinitionMark[] {
  const runtime = skill.runtime === 'python' ? 'python' : 'javascript'
  return [
    ...toDefinitionMarks(skill.definition, (source) =>
      inspectDefinition(source, runtime, importableBy(skill, document)),
    ),
    ...toDefinitionMarks(skill.definition, () => definitionHints(skill, document)).map((mark) => ({
      ...mark,
      severity: 'warning' as const,
    })),
  ]
}

function toDefinitionMarks(
  source: Json | undefined,
  inspect: (source: string) => DefinitionIssue[],
): DefinitionMark[] {
  if (typeof source !== 'string' || source.trim() === '') return []
  return inspect(source).map(({ line, column, message, keyword, params }) => ({
    ...{ line, column, message },
    ...(keyword === 'dependency' && typeof params?.name === 'string' && { dependency: params.name }),
  }))
}

/** Returns the slug that the draft states; undefined if that is no valid slug. */
export function readSlug(document: Json): string | undefined {
  const slug = isObject(document) ? document.slug : undefined
  return typeof slug === 'string' && isSlug(slug) ? slug : undefined
}

/** The slug of a SkillSet follows its draft until a version is published; from then on it may only be renamed. */
export function slugIssues(document: Json, known: { slug: string; isFixed: boolean }): Issue[] {
  const slug = readSlug(document)
  if (slug === undefined || slug === known.slug) return []
  const message = known.isFixed
    ? `The slug must stay “${known.slug}”, because callers use it for the published versions. Rename it in the settings of the SkillSet.`
    : 'slug must be unique'
  return [{ path: '/slug', keyword: 'slug', message }]
}
