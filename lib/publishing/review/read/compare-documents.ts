/** Fields without a section are in "Everything else". */
import type { SkillDocument, SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import { permissionLines } from '../../../contracts/permissions/permission-lines.ts'
import type { PermissionChange, SkillChange, TextChange } from '../review-views.ts'

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
  // One of them exists.
  const skill = (after ?? before) as SkillDocument
  const { kind = 'action', runtime = 'javascript' } = skill
  return {
    slug: skill.slug,
    name: skill.name,
    what: kindOfChange(before, after),
    kind,
    runtime,
    code:
      kind === 'instruction'
        ? text('Instructions', 'markdown', before?.body, after?.body)
        : text('Code', runtime === 'python' ? 'python' : 'typescript', before?.definition, after?.definition),
    parameters: text('Parameters', 'json', asText(before?.parameters), asText(after?.parameters)),
    response: text('Response', 'json', asText(before?.response), asText(after?.response)),
    texts: [
      text('Name', 'markdown', before?.name, after?.name),
      text('Description', 'markdown', before?.description, after?.description),
      text('Prompt', 'markdown', before?.prompt, after?.prompt),
      text('Buttons', 'json', asText(before?.buttons), asText(after?.buttons)),
      ...(before ? [text('Examples', 'json', asText(before.examples), asText(after?.examples))] : []),
      text('Other', 'json', asText(before && restOfSkill(before)), asText(after && restOfSkill(after))),
    ].filter(isThere),
  }
}

function kindOfChange(
  before: SkillDocument | undefined,
  after: SkillDocument | undefined,
): SkillChange['what'] {
  if (!before) return 'added'
  if (!after) return 'removed'
  return JSON.stringify(before) === JSON.stringify(after) ? 'same' : 'changed'
}

export function compareTexts(before: SkillSetDocument | null, after: SkillSetDocument): TextChange[] {
  return [
    text('Name', 'markdown', before?.name, after.name),
    text('Tagline', 'markdown', before?.tagline, after.tagline),
    text('Description', 'markdown', before?.description, after.description),
    text('Readme', 'markdown', before?.readme, after.readme),
    text('Changelog', 'markdown', before?.changelog, after.changelog),
    text('Other', 'json', asText(before && restOfSet(before)), asText(restOfSet(after))),
  ].filter(isThere)
}

export function compareMigrations(before: SkillSetDocument | null, after: SkillSetDocument): TextChange[] {
  const old = new Map(before?.migrations?.map(({ from, definition }) => [from, definition]))
  const now = new Map(after.migrations?.map(({ from, definition }) => [from, definition]))
  const froms = [...new Set([...now.keys(), ...old.keys()])]
  return froms.map((from) => text(`Migration from ${from}`, 'typescript', old.get(from), now.get(from)))
}

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

function asText(value: object | null | undefined): string | undefined {
  const written = value ? JSON.stringify(value, null, 2) : '{}'
  return written === '{}' || written === '[]' ? undefined : written
}

function isThere({ before, after }: TextChange): boolean {
  return Boolean(before || after)
}

const COMPARE_PERMISSIONS_ORDER: readonly PermissionChange['mark'][] = ['new', 'gone', 'same']

/**
 * Compares the sentences that users consent to. A partial change is one removed and one added line, so that no
 * permission widens unnoticed.
 */
export function comparePermissions(
  before: SkillSetDocument | null,
  after: SkillSetDocument,
): PermissionChange[] {
  const [old, now] = [before ? permissionLines(before) : [], permissionLines(after)]
  const had = new Set(old.map(({ sentence }) => sentence))
  const has = new Set(now.map(({ sentence }) => sentence))
  const lines = [
    ...now.map(
      ({ sentence, isSevere }) => ({ sentence, isSevere, mark: had.has(sentence) ? 'same' : 'new' }) as const,
    ),
    ...old
      .filter(({ sentence }) => !has.has(sentence))
      .map(({ sentence }) => ({ sentence, isSevere: false, mark: 'gone' }) as const),
  ]
  return lines.toSorted(
    (a, b) =>
      COMPARE_PERMISSIONS_ORDER.indexOf(a.mark) - COMPARE_PERMISSIONS_ORDER.indexOf(b.mark) ||
      Number(b.isSevere) - Number(a.isSevere),
  )
}
