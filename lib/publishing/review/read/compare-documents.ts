/** Compares documents field by field for the review page. Fields without a section are in “Everything else”, so none is missed. */
import type { SkillDocument, SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import { permissionLines } from '../../../contracts/permissions/permission-lines.ts'
import type { PermissionChange, SkillChange, TextChange } from '../review-views.ts'

/** Examples of a new skill are among its texts only with `withExamples`: the review page shows their results instead. */
export function compareSkills(
  before: SkillSetDocument | null,
  after: SkillSetDocument,
  { withExamples = false } = {},
): SkillChange[] {
  const old = new Map(before?.skills.map((skill) => [skill.slug, skill]))
  const now = new Map(after.skills.map((skill) => [skill.slug, skill]))
  const gone = [...old.values()].filter(({ slug }) => !now.has(slug))
  const changes = [
    ...[...now.values()].map((skill) => compareSkill(old.get(skill.slug), skill, withExamples)),
    ...gone.map((skill) => compareSkill(skill, undefined, withExamples)),
  ]
  return changes.toSorted((a, b) => STATUS_ORDER.indexOf(a.status) - STATUS_ORDER.indexOf(b.status))
}

const STATUS_ORDER: readonly SkillChange['status'][] = ['changed', 'added', 'removed', 'same']

function compareSkill(
  before: SkillDocument | undefined,
  after: SkillDocument | undefined,
  withExamples: boolean,
): SkillChange {
  // The callers pass at least one.
  const skill = (after ?? before) as SkillDocument
  const { kind = 'action', runtime = 'javascript' } = skill
  return {
    slug: skill.slug,
    name: skill.name,
    status: compareStatus(before, after),
    kind,
    runtime,
    code:
      kind === 'instruction'
        ? createTextChange('Instructions', 'markdown', before?.body, after?.body)
        : createTextChange(
            'Code',
            runtime === 'python' ? 'python' : 'typescript',
            before?.definition,
            after?.definition,
          ),
    parameters: createTextChange(
      'Parameters',
      'json',
      formatJson(before?.parameters),
      formatJson(after?.parameters),
    ),
    response: createTextChange('Response', 'json', formatJson(before?.response), formatJson(after?.response)),
    texts: [
      createTextChange('Name', 'markdown', before?.name, after?.name),
      createTextChange('Description', 'markdown', before?.description, after?.description),
      createTextChange('Prompt', 'markdown', before?.prompt, after?.prompt),
      createTextChange('Buttons', 'json', formatJson(before?.buttons), formatJson(after?.buttons)),
      ...(before || withExamples
        ? [createTextChange('Examples', 'json', formatJson(before?.examples), formatJson(after?.examples))]
        : []),
      createTextChange(
        'Other',
        'json',
        formatJson(before && restOfSkill(before)),
        formatJson(after && restOfSkill(after)),
      ),
    ].filter(hasText),
  }
}

function compareStatus(
  before: SkillDocument | undefined,
  after: SkillDocument | undefined,
): SkillChange['status'] {
  if (!before) return 'added'
  if (!after) return 'removed'
  return JSON.stringify(before) === JSON.stringify(after) ? 'same' : 'changed'
}

export function compareTexts(before: SkillSetDocument | null, after: SkillSetDocument): TextChange[] {
  return [
    createTextChange('Name', 'markdown', before?.name, after.name),
    createTextChange('Tagline', 'markdown', before?.tagline, after.tagline),
    createTextChange('Description', 'markdown', before?.description, after.description),
    createTextChange('Readme', 'markdown', before?.readme, after.readme),
    createTextChange('Changelog', 'markdown', before?.changelog, after.changelog),
    createTextChange('Other', 'json', formatJson(before && restOfSet(before)), formatJson(restOfSet(after))),
  ].filter(hasText)
}

export function compareMigrations(before: SkillSetDocument | null, after: SkillSetDocument): TextChange[] {
  const old = new Map(before?.migrations?.map(({ from, definition }) => [from, definition]))
  const now = new Map(after.migrations?.map(({ from, definition }) => [from, definition]))
  const froms = [...new Set([...now.keys(), ...old.keys()])]
  return froms.map((from) =>
    createTextChange(`Migration from ${from}`, 'typescript', old.get(from), now.get(from)),
  )
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
    // They have a section of their own.
    dependencyLock,
    ...rest
  } = document
  return rest
}

function createTextChange(
  title: string,
  language: TextChange['language'],
  before: string | undefined,
  after: string | undefined,
): TextChange {
  return { title, language, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }
}

function formatJson(value: object | null | undefined): string | undefined {
  const written = value ? JSON.stringify(value, null, 2) : '{}'
  return written === '{}' || written === '[]' ? undefined : written
}

function hasText({ before, after }: TextChange): boolean {
  return Boolean(before || after)
}

const PERMISSION_ORDER: readonly PermissionChange['status'][] = ['added', 'removed', 'same']

/**
 * Compares the sentences that users consent to. A sentence that changes in part is one removed and one added line, so that
 * no permission widens unnoticed.
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
      ({ sentence, isSevere }) =>
        ({ sentence, isSevere, status: had.has(sentence) ? 'same' : 'added' }) as const,
    ),
    ...old
      .filter(({ sentence }) => !has.has(sentence))
      .map(({ sentence }) => ({ sentence, isSevere: false, status: 'removed' }) as const),
  ]
  return lines.toSorted(
    (a, b) =>
      PERMISSION_ORDER.indexOf(a.status) - PERMISSION_ORDER.indexOf(b.status) ||
      Number(b.isSevere) - Number(a.isSevere),
  )
}
