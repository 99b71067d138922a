/**
 * A SkillSet as a folder: `skillset.json`, the code of each skill and its own modules in `code`, its examples in `examples`,
 * and its other Files in `files`.
 */
import fs from 'node:fs'
import path from 'node:path'
import { checkDocument } from '#lib/contracts/checks/check-document.ts'
import { suggestFix } from '#lib/contracts/checks/issue-fix.ts'
import { parseDocument } from '#lib/contracts/document/parse-document.ts'
import type { SkillSetDocument } from '#lib/contracts/document/skillset-document.ts'
import { createLitterFilter } from '#lib/contracts/skill-folders/litter.ts'
import { inlineContent } from '#lib/contracts/skill-folders/read-resources.ts'
import { isSecretFile } from '#lib/contracts/skill-folders/secret-files.ts'
import { detectMediaType } from '#lib/contracts/skill-folders/skill-file.ts'
import { type Notation, readNotation } from '#lib/contracts/source/read-notation.ts'
import { findNearestPosition, readSource } from '#lib/contracts/source/read-source.ts'
import { AppError, type Issue } from '#lib/kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { faultText } from '#lib/kernel/json/read-json.ts'
import { readSkillSetFile } from '../commands/read-input-file.ts'
import {
  faultyFileError,
  findHints,
  issueLines,
  type LocatedIssue,
} from '../commands/skills/read-skill-set.ts'

export const SKILLSET_FILE = 'skillset.json'

export type SkillSetFolder = {
  /** The path of `skillset.json`, as the person would write it. */
  file: string
  document: SkillSetDocument
  /** Everything that keeps the SkillSet from being published as far as this machine can tell, at its place in the files. */
  faults: LocatedIssue[]
  /** Conversions of the file, and code that probably fails. */
  notices: string[]
  locate: (issue: Issue) => LocatedIssue
}

/** A file with test settings is not part of the SkillSet, wherever it is. */
type FolderOptions = { settingsFile?: string | undefined }

/**
 * Reads the folder, or the SkillSet file in one. Throws NOT_FOUND if there is none, and INVALID_INPUT with places if it is
 * not a SkillSet.
 */
export function readSkillSetFolder(given = '.', { settingsFile }: FolderOptions = {}): SkillSetFolder {
  const isFolder = fs.statSync(given, { throwIfNoEntry: false })?.isDirectory()
  const file = isFolder ? path.join(given, SKILLSET_FILE) : given
  const source = readSource(readSkillSetFile(file))
  if (source.issues) throw notASkillSet(file, source.issues)
  const filled = fillIn(source.document, path.dirname(file), settingsFile)
  const { document, issues, origin } = parseDocument(filled.document)
  const locate = (issue: Issue): LocatedIssue => {
    const original = { ...issue, path: origin?.(issue.path) ?? issue.path }
    const fix = suggestFix(issue)
    const place = filled.placeOf(original) ?? source.locate(original)
    return { ...original, ...place, ...(fix && { fix }) }
  }
  if (!document) throw notASkillSet(file, issues.map(locate))
  const faults = [...filled.issues.map(locate), ...checkDocument(document as Json).map(locate)]
  const hints = findHints(document).map((hint) => issueLines(file, locate(hint)))
  const notices = [
    ...source.notices,
    ...filled.notices,
    ...withoutExamples(document),
    ...(hints.length > 0 ? ['Hints:', ...hints] : []),
  ]
  return { file, document, faults: withoutRepeated(faults), notices, locate }
}

/** Reading what the checklist of the site demands here saves a person the way to its page. */
function withoutExamples({ skills }: SkillSetDocument): string[] {
  return skills
    .filter(({ kind, examples = [] }) => kind !== 'instruction' && examples.length === 0)
    .map(({ slug }) => {
      const file = skills.length === 1 ? 'examples/first.json' : `examples/${slug}/first.json`
      return `${slug} has no example, and cannot be submitted without one. Add ${file} with a title and an input.`
    })
}

/** As `readSkillSetFolder`, and throws INVALID_INPUT with every fault. */
export function readFaultlessFolder(given?: string): SkillSetFolder {
  const read = readSkillSetFolder(given)
  if (read.faults.length > 0) throw faultyFileError(read.file, read.faults)
  return read
}

function notASkillSet(file: string, issues: LocatedIssue[]): AppError {
  const error = faultyFileError(file, issues)
  return new AppError('INVALID_INPUT', { ...error.options, message: `${file} is not a SkillSet.` })
}

/** What is said about a missing file replaces what the rules say about the missing text. */
function withoutRepeated(faults: LocatedIssue[]): LocatedIssue[] {
  const first = new Map(faults.map((fault) => [fault.path, fault.keyword]).toReversed() as [string, string][])
  return faults.filter(({ path: at, keyword }) => first.get(at) !== MISSING_FILE || keyword === MISSING_FILE)
}

const MISSING_FILE = 'file'

type Place = { file: string; line?: number; column?: number }

type Filled = {
  document: JsonObject
  issues: Issue[]
  /** Which Files everybody can read once the SkillSet is published, and which are left out. */
  notices: string[]
  /** Returns the place of an issue in a file of code or examples; undefined if it is in the SkillSet file. */
  placeOf: (issue: Issue) => Place | undefined
}

/** Adds the code and examples that the folder has to the skills of the SkillSet file. */
function fillIn(document: JsonObject, root: string, settingsFile: string | undefined): Filled {
  if (!Array.isArray(document.skills)) return { document, issues: [], notices: [], placeOf: () => undefined }
  const isOnly = document.skills.length === 1
  const definitions = document.skills.flatMap((skill) =>
    isObject(skill) ? listTextFiles(skill, String(skill.slug), isOnly) : [],
  )
  const where = { root, isOnly, definitions, settingsFile }
  const parts = document.skills.map((skill, index) =>
    isObject(skill) ? fillInSkill(skill, { ...where, pointer: `/skills/${index}` }) : null,
  )
  const skills = document.skills.map((skill, index) => parts[index]?.skill ?? skill)
  return {
    document: { ...document, skills },
    issues: parts.flatMap((part) => part?.issues ?? []),
    notices: describeFiles(
      parts.flatMap((part) => part?.added ?? []),
      listLeftOut(where),
    ),
    placeOf: (issue) => parts.map((part) => part?.placeOf(issue)).find((place) => place !== undefined),
  }
}

type FilledSkill = {
  skill: JsonObject
  /** The paths of the files that became Files of the skill. */
  added: string[]
} & Pick<Filled, 'issues' | 'placeOf'>

type Where = {
  root: string
  isOnly: boolean
  pointer: string
  /** Where the definitions of all skills may be; the other files in `code` are modules. */
  definitions: readonly string[]
} & FolderOptions

function fillInSkill(skill: JsonObject, where: Where): FilledSkill {
  const text = fillInText(skill, where)
  const examples = fillInExamples(skill, where)
  const files = fillInFiles({ ...skill, ...text.fields }, where)
  const placeOf = (issue: Issue): Place | undefined =>
    text.placeOf(issue) ?? examples.placeOf(issue) ?? files.placeOf(issue)
  const filled = { ...skill, ...text.fields, ...examples.fields, ...files.fields }
  return { skill: filled, added: files.added, issues: text.issues, placeOf }
}

/** Returns where the text of a skill may be, the usual place first. */
function listTextFiles({ kind, runtime }: JsonObject, slug: string, isOnly: boolean): string[] {
  if (kind === 'instruction') return [...(isOnly ? ['instructions.md'] : []), `instructions/${slug}.md`]
  const [javascript, python] = [runtime !== 'python', runtime !== 'javascript']
  return [
    ...(isOnly && javascript ? ['code/handler.js', 'code/handler.ts'] : []),
    ...(isOnly && python ? ['code/main.py'] : []),
    ...(javascript ? [`code/${slug}.js`, `code/${slug}.ts`] : []),
    ...(python ? [`code/${slug}.py`] : []),
  ]
}

/** The code of an action skill, or the text of an instruction skill. */
function fillInText(
  skill: JsonObject,
  { root, isOnly, pointer }: Where,
): { fields: JsonObject } & Pick<Filled, 'issues' | 'placeOf'> {
  const slug = typeof skill.slug === 'string' ? skill.slug : ''
  const field = skill.kind === 'instruction' ? 'body' : 'definition'
  const names = listTextFiles(skill, slug, isOnly)
  const found = names.map((name) => path.join(root, name)).filter((file) => fs.existsSync(file))
  const [file, another] = found
  const at = `${pointer}/${field}`
  const issue = (message: string): Issue[] => [{ path: at, keyword: MISSING_FILE, message }]
  const placeOf = ({ path: of, line = 1, column = 1 }: Issue & { line?: number; column?: number }) =>
    file && of === at && skill[field] === undefined ? { file, line, column } : undefined
  if (skill[field] !== undefined)
    return { fields: {}, issues: file ? issue(`is in ${file} as well. Remove one of them`) : [], placeOf }
  if (!file)
    return { fields: {}, issues: issue(`is missing. Create ${path.join(root, names[0] ?? '')}`), placeOf }
  const isUnstated = file.endsWith('.py') && skill.runtime === undefined
  return {
    fields: { [field]: fs.readFileSync(file, 'utf8'), ...(isUnstated && { runtime: 'python' }) },
    issues: another ? issue(`is in ${found.join(' and ')}. Remove one of them`) : [],
    placeOf,
  }
}

function fillInExamples(
  skill: JsonObject,
  { root, isOnly, pointer }: Where,
): { fields: JsonObject } & Pick<Filled, 'placeOf'> {
  const slug = typeof skill.slug === 'string' ? skill.slug : ''
  const own = Array.isArray(skill.examples) ? skill.examples : []
  const folders = [`examples/${slug}`, ...(isOnly ? ['examples'] : [])]
  const files = folders.flatMap((folder) => listJsonFiles(path.join(root, folder)))
  const read = files.map(readExample)
  const placeOf = ({ path: of }: Issue): Place | undefined => {
    const [, index = '', rest = ''] = new RegExp(String.raw`^${pointer}/examples/(\d+)(/.*)?$`).exec(of) ?? []
    const example = read[Number(index) - own.length]
    if (index === '' || !example) return undefined
    const position = findNearestPosition(example.notation.positions(), rest)
    return { file: example.file, line: position?.line ?? 1, column: position?.column ?? 1 }
  }
  if (read.length === 0) return { fields: {}, placeOf }
  return { fields: { examples: [...own, ...read.map(({ example }) => example)] }, placeOf }
}

/**
 * The Files of a skill: modules in `code` beside the definitions, for each action skill in their language, and what is in
 * `files`, or `files/SLUG` if there are several skills.
 */
function fillInFiles(
  skill: JsonObject,
  { root, isOnly, pointer, definitions, settingsFile }: Where,
): { fields: JsonObject; added: string[] } & Pick<Filled, 'placeOf'> {
  const slug = typeof skill.slug === 'string' ? skill.slug : ''
  const own = Array.isArray(skill.resources) ? skill.resources : []
  const other = skill.runtime === 'python' ? /\.(js|mjs|ts)$/ : /\.py$/
  const modules = listCode(root).filter(
    (name) => isModule(name) && !definitions.includes(name) && !other.test(name),
  )
  const folder = isOnly ? 'files' : `files/${slug}`
  const files = listFiles(path.join(root, folder)).filter(
    (name) => !isPrivate(path.join(root, folder), name, settingsFile),
  )
  const read = [
    ...(skill.kind === 'instruction' ? [] : modules).map((name) => readResource(name, path.join(root, name))),
    ...files.map((name) => readResource(name, path.join(root, folder, name))),
  ]
  const added = read.map(({ file }) => path.relative(root, file))
  const placeOf = ({ path: of, line = 1, column = 1 }: Issue & { line?: number; column?: number }) => {
    const [, index = ''] = new RegExp(String.raw`^${pointer}/resources/(\d+)(/.*)?$`).exec(of) ?? []
    const found = index === '' ? undefined : read[Number(index) - own.length]
    return found && { file: found.file, line, column }
  }
  if (read.length === 0) return { fields: {}, added, placeOf }
  return { added, fields: { resources: [...own, ...read.map(({ resource }) => resource)] }, placeOf }
}

const listCode = (root: string) => listFiles(path.join(root, 'code')).map((name) => `code/${name}`)

/** Files of a SkillSet are public, and beside code there are often settings, keys and tests. */
function isModule(name: string): boolean {
  return /\.(js|mjs|ts|py)$/.test(name) && !TEST_OR_TYPES.test(name) && !isHidden(name)
}

/** By the conventions of Vitest, Jest and pytest. */
const TEST_OR_TYPES =
  /\.d\.ts$|\.(test|spec)\.\w+$|\/(test_[^/]*|[^/]*_test|conftest)\.py$|\/(__tests__|tests?)\//

/** Such as `.env`. */
const isHidden = (name: string) => name.split('/').some((part) => part.startsWith('.'))

/** Whether a file is hidden, has test settings, or usually holds credentials. */
function isPrivate(folder: string, name: string, settingsFile: string | undefined): boolean {
  const file = path.join(folder, name)
  return (
    isHidden(name) ||
    isSameFile(file, settingsFile) ||
    isSecretFile({ path: name, bytes: fs.readFileSync(file) })
  )
}

function isSameFile(file: string, other: string | undefined): boolean {
  return other !== undefined && path.resolve(file) === path.resolve(other)
}

/** Returns the files in `code` and `files` that a person could take for Files of the SkillSet. */
function listLeftOut({ root, definitions, settingsFile }: Omit<Where, 'pointer'>): string[] {
  const files = listFiles(path.join(root, 'files')).map((name) => `files/${name}`)
  return [
    ...listCode(root).filter(
      (name) => !isModule(name) && !definitions.includes(name) && !name.endsWith('.d.ts'),
    ),
    ...files.filter((name) => isPrivate(root, name, settingsFile)),
  ]
}

function describeFiles(added: readonly string[], leftOut: readonly string[]): string[] {
  const names = [...new Set(added)]
  return [
    ...(names.length > 0
      ? [`Files that everybody can read once the SkillSet is published: ${listSome(names)}.`]
      : []),
    ...(leftOut.length > 0
      ? [
          `Left out: ${listSome(leftOut)}. Of code, only modules that are no tests are taken, and no files that are hidden or usually hold secrets; put data into files.`,
        ]
      : []),
  ]
}

function listSome(names: readonly string[]): string {
  const [first, rest] = [names.slice(0, 20), names.length - 20]
  return rest > 0 ? `${first.join(', ')} and ${rest} more` : first.join(', ')
}

/** Returns the files below a folder, by their paths with slashes, without what tools and systems leave there. */
function listFiles(folder: string): string[] {
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  const names = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
  const isLeftOut = createLitterFilter(names)
  return names.filter((name) => !isLeftOut(name)).toSorted()
}

function readResource(name: string, file: string): { file: string; resource: JsonObject } {
  const bytes = fs.readFileSync(file)
  return { file, resource: { path: name, kind: detectMediaType(name, bytes), ...inlineContent(bytes) } }
}

function listJsonFiles(folder: string): string[] {
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return []
  const names = fs.readdirSync(folder).filter((name) => name.endsWith('.json'))
  return names.toSorted().map((name) => path.join(folder, name))
}

type ReadExample = { file: string; example: Json; notation: Extract<Notation, { fault?: undefined }> }

/** Takes the name of the file as the title of an example that has none. */
function readExample(file: string): ReadExample {
  const notation = readNotation(fs.readFileSync(file, 'utf8'))
  if (notation.fault)
    throw new AppError('INVALID_INPUT', {
      message: `${file} is not valid JSON. ${faultText(notation.fault)}`,
    })
  const { value } = notation
  const title = path.basename(file, '.json')
  return { file, notation, example: isObject(value) ? { title, ...value } : value }
}
