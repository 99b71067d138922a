/** Compares documents field by field for the review page. Fields without a section are in “Everything else”, so none is missed. */
import { createHash } from 'node:crypto'
import type {
  SkillDocument,
  SkillResource,
  SkillSetDocument,
} from '../../../contracts/document/skillset-document.ts'
import { permissionLines } from '../../../contracts/permissions/permission-lines.ts'
import { formatBytes } from '../../../kernel/text/format.ts'
import type { PermissionChange, SkillChange, SkillFileChange, TextChange } from '../review-views.ts'

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
    files: compareFiles(before?.resources ?? [], after?.resources ?? []),
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

function compareFiles(before: readonly SkillResource[], after: readonly SkillResource[]): SkillFileChange[] {
  const old = new Map(before.map((file) => [file.path, file]))
  const now = new Map(after.map((file) => [file.path, file]))
  return [...new Set([...now.keys(), ...old.keys()])].map((path) => {
    const [was, is] = [old.get(path), now.get(path)]
    return {
      ...createTextChange(path, languageOf(path), was && describeFile(was), is && describeFile(is)),
      isText: (is ?? was)?.text !== undefined,
    }
  })
}

/** Returns the text of a file; of another one, or one that is stored outside the document, what identifies it. */
function describeFile({ text, base64, kind, sha256, sizeBytes = 0 }: SkillResource): string {
  if (text !== undefined) return text
  const bytes = Buffer.from(base64 ?? '', 'base64')
  const digest = sha256 ?? createHash('sha256').update(bytes).digest('hex')
  return `${kind}, ${formatBytes(sha256 === undefined ? bytes.length : sizeBytes)}, SHA-256 ${digest}`
}

const LANGUAGES: readonly [RegExp, TextChange['language']][] = [
  [/\.py$/i, 'python'],
  [/\.[cm]?js$/i, 'javascript'],
  [/\.tsx?$/i, 'typescript'],
  [/\.json$/i, 'json'],
]

function languageOf(path: string): TextChange['language'] {
  return LANGUAGES.find(([pattern]) => pattern.test(path))?.[1] ?? 'markdown'
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
    resources,
    ...others
  } = skill
  // Their contents are shown as files.
  const files = resources?.map(({ text, base64, ...file }) => file)
  const rest = files ? { ...others, resources: files } : others
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
