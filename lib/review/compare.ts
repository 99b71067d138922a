/**
 * Two documents side by side, as texts that a reviewer reads.
 *
 * Floor 3, pure. Nothing of a document is left out: what has no place of its own stands in "Everything else".
 */
import type { SkillDocument, SkillSetDocument } from '../contract/document/skillset-document.ts'
import type { SkillChange, TextChange } from './views.ts'

/** Every skill of either side: changed and new ones first, then those that are gone, then those that stayed. */
export function compareSkills(before: SkillSetDocument | null, after: SkillSetDocument): SkillChange[] {
  const old = new Map(before?.skills.map((skill) => [skill.slug, skill]))
  const now = new Map(after.skills.map((skill) => [skill.slug, skill]))
  const gone = [...old.values()].filter(({ slug }) => !now.has(slug))
  const changes = [
    ...[...now.values()].map((skill) => compareSkill(old.get(skill.slug), skill)),
    ...gone.map((skill) => compareSkill(skill, undefined)),
  ]
  return changes.toSorted((a, b) => ORDER.indexOf(a.what) - ORDER.indexOf(b.what))
}

const ORDER: readonly SkillChange['what'][] = ['changed', 'added', 'removed', 'same']

function compareSkill(before: SkillDocument | undefined, after: SkillDocument | undefined): SkillChange {
  // One of the two is there: a slug comes from one of them.
  const skill = (after ?? before) as SkillDocument
  const { kind = 'action', runtime = 'javascript' } = skill
  return {
    slug: skill.slug,
    name: skill.name,
    what: whatHappened(before, after),
    kind,
    runtime,
    code:
      kind === 'instruction'
        ? text('Instructions', 'markdown', before?.body, after?.body)
        : text('Code', runtime === 'python' ? 'python' : 'typescript', before?.definition, after?.definition),
    parameters: text('Parameters', 'json', asText(before?.parameters), asText(after?.parameters)),
    response: text('Response', 'json', asText(before?.response), asText(after?.response)),
    words: [
      text('Name', 'markdown', before?.name, after?.name),
      text('Description', 'markdown', before?.description, after?.description),
      text('Prompt', 'markdown', before?.prompt, after?.prompt),
      text('Buttons', 'json', asText(before?.buttons), asText(after?.buttons)),
      // Those of the submission stand with their runs; here is how they changed.
      ...(before ? [text('Examples', 'json', asText(before.examples), asText(after?.examples))] : []),
      text(
        'Everything else',
        'json',
        asText(before && restOfSkill(before)),
        asText(after && restOfSkill(after)),
      ),
    ].filter(isThere),
  }
}

function whatHappened(
  before: SkillDocument | undefined,
  after: SkillDocument | undefined,
): SkillChange['what'] {
  if (!before) return 'added'
  if (!after) return 'removed'
  return JSON.stringify(before) === JSON.stringify(after) ? 'same' : 'changed'
}

/** The texts of the SkillSet itself; migrations are code and stand with it. */
export function compareTexts(before: SkillSetDocument | null, after: SkillSetDocument): TextChange[] {
  return [
    text('Name', 'markdown', before?.name, after.name),
    text('Tagline', 'markdown', before?.tagline, after.tagline),
    text('Description', 'markdown', before?.description, after.description),
    text('Readme', 'markdown', before?.readme, after.readme),
    text('Changelog', 'markdown', before?.changelog, after.changelog),
    text('Everything else', 'json', asText(before && restOfSet(before)), asText(restOfSet(after))),
  ].filter(isThere)
}

/** Code that moves a caller's input from an older major version. */
export function compareMigrations(before: SkillSetDocument | null, after: SkillSetDocument): TextChange[] {
  const old = new Map(before?.migrations?.map(({ from, definition }) => [from, definition]))
  const now = new Map(after.migrations?.map(({ from, definition }) => [from, definition]))
  const froms = [...new Set([...now.keys(), ...old.keys()])]
  return froms.map((from) => text(`Migration from ${from}`, 'typescript', old.get(from), now.get(from)))
}

/** What no other text of a skill shows. */
function restOfSkill(skill: SkillDocument): Partial<SkillDocument> {
  const {
    slug,
    name,
    description,
    prompt,
    parameters,
    response,
    buttons,
    examples,
    definition,
    body,
    ...rest
  } = skill
  return skill.kind === 'instruction' ? { ...rest, definition } : { ...rest, body }
}

function restOfSet(document: SkillSetDocument): Partial<SkillSetDocument> {
  const {
    name,
    tagline,
    description,
    readme,
    changelog,
    skills,
    permissions,
    configDefinitions,
    migrations,
    ...rest
  } = document
  return rest
}

function text(
  title: string,
  language: TextChange['language'],
  before: string | undefined,
  after: string | undefined,
): TextChange {
  return { title, language, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
}

/** Laid out for reading, in its own order; undefined when there is nothing in it. */
function asText(value: object | null | undefined): string | undefined {
  const written = value ? JSON.stringify(value, null, 2) : '{}'
  return written === '{}' || written === '[]' ? undefined : written
}

/** False for what stands on neither side, and for empty words on both. */
function isThere({ before, after }: TextChange): boolean {
  return Boolean(before || after)
}
