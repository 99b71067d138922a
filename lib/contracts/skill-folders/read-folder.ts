/**
 * Reads a skill from the files of its folder. One with `skill.toml` follows the Skills Protocol, any other is an Agent Skill:
 * docs/spec/skills-protocol.md §4.
 */

import type { Issue } from '../../kernel/errors.ts'
import { isObject, type JsonSchema } from '../../kernel/json/json.ts'
import { toPointer } from '../../kernel/json/json-pointer.ts'
import { faultText } from '../../kernel/json/read-json.ts'
import { capitalise } from '../../kernel/text/format.ts'
import { plural } from '../../kernel/text/plural.ts'
import { SKILL_ARCHIVE_LIMITS } from '../../kernel/zip/archive-limits.ts'
import { type FolderFile, readZip } from '../../kernel/zip/read-zip.ts'
import type { SkillDocument, SkillResource, SkillSetDocument } from '../document/skillset-document.ts'
import { readDependencies } from '../packages/dependencies.ts'
import { readRequirementsFile, readScriptRequirements } from '../packages/requirements-file.ts'
import { type CallablePrograms, draftPrograms, PROGRAM_FILE } from '../programs/callable-programs.ts'
import { readNotation, withoutMark } from '../source/read-notation.ts'
import { agentSkillFindings, agentSkillIssues, unknownFields } from './agent-skill-rules.ts'
import { findRoot } from './find-root.ts'
import { readSkillMarkdown } from './front-matter.ts'
import { createLitterFilter } from './litter.ts'
import { ENTRYPOINTS, omitUndefined } from './manifest.ts'
import { findNeededPackages } from './needed-packages.ts'
import { readManifest, type SkillManifest } from './read-manifest.ts'
import { type LargeFile, readResources } from './read-resources.ts'
import { leaveOutSecretFiles } from './secret-files.ts'
import {
  decodeText,
  INPUT_SCHEMA,
  isCode,
  OUTPUT_SCHEMA,
  OWN_FILES,
  README,
  SKILL_MANIFEST_FILE,
  STREAM_SCHEMA,
} from './skill-file.ts'
import { chooseSlug, readSkillTexts } from './skill-texts.ts'

/** What a folder states about the SkillSet around its skill. */
export type SkillSetFields = Pick<
  SkillSetDocument,
  | 'permissions'
  | 'configDefinitions'
  | 'requires'
  | 'requiredIntegrationProviders'
  | 'migrations'
  | 'dependencies'
  | 'dependencyLock'
> & { version?: string }

export type ReadFolder =
  | {
      skill: SkillDocument
      /** Programs of an Agent Skill as skills of their own, if they were asked for. */
      programs?: SkillDocument[]
      skillSetFields: SkillSetFields
      large: LargeFile[]
      findings: Issue[]
      issues?: undefined
    }
  | { issues: Issue[] }

/**
 * Returns the skill with findings, or the issues for which it cannot be read. `directory` is the name of the folder, if the
 * paths lack it. With `callPrograms`, programs of an Agent Skill become skills of their own.
 */
export function readFolder(
  given: readonly FolderFile[],
  directory?: string,
  callPrograms = false,
): ReadFolder {
  const root = findRoot(given, directory)
  if (root.issues) return root
  const { files, findings } = leaveOutSecretFiles(root.files)
  const unreadable = files.find(({ path, bytes }) => OWN_FILES.includes(path) && decodeText(bytes) === null)
  if (unreadable)
    return folderIssue(unreadable.path, `${unreadable.path} is not UTF-8. Save it as UTF-8 text.`)
  const manifest = textAt(files, SKILL_MANIFEST_FILE)
  const read =
    manifest === undefined
      ? readAgentSkill(files, root.directory, callPrograms)
      : readProtocolFolder(files, manifest)
  return read.issues ? read : { ...read, findings: [...findings, ...read.findings] }
}

function readAgentSkill(
  files: readonly FolderFile[],
  directory: string | undefined,
  callPrograms: boolean,
): ReadFolder {
  const read = readSkillMarkdown(textAt(files, README) ?? '')
  if (read.error !== undefined) return folderIssue(README, read.error)
  const { body } = read
  const isNamed = read.frontmatter.name !== undefined && read.frontmatter.name !== null
  // Claude Code calls a skill without a name like its folder.
  const frontmatter = isNamed || !directory ? read.frontmatter : { ...read.frontmatter, name: directory }
  const issues = agentSkillIssues(frontmatter)
  if (issues.length > 0) return { issues: [...read.findings, ...issues] }

  const name = [...String(frontmatter.name).trim()].slice(0, MAX_NAME).join('')
  const { slug, finding } = chooseSlug(name)
  const texts = readSkillTexts({ frontmatter, slug, name, unknown: unknownFields(frontmatter) })
  const programs = draftPrograms(programSources(files), slug)
  const copies = callPrograms ? 1 + programs.skills.length : 1
  const resources = readResources(files, { kind: 'instruction', copies })
  if (resources.issues) return resources
  const skill: SkillDocument = {
    slug,
    name,
    description: texts.description,
    prompt: String(frontmatter.description).slice(0, MAX_PROMPT),
    kind: 'instruction',
    body,
    ...texts.more,
    ...(texts.tags && { tags: texts.tags }),
    ...(resources.list.length > 0 && { resources: resources.list }),
  }
  const { dependencies } = programs
  return {
    skill,
    ...(callPrograms && { programs: programs.skills.map((each) => withFiles(each, skill)) }),
    skillSetFields: callPrograms && dependencies ? { dependencies } : {},
    large: resources.large,
    findings: [
      ...read.findings,
      ...(isNamed ? [] : [missingNameIssue(name)]),
      ...agentSkillFindings(frontmatter, directory),
      ...finding,
      ...texts.findings,
      ...emptyBody(body),
      ...resources.findings,
      ...programFindings(files, { resources: resources.list, programs, isCalled: callPrograms }),
    ],
  }
}

const MAX_PROMPT = 2000
const MAX_NAME = 100

function missingNameIssue(name: string): Issue {
  const message = `name is missing in SKILL.md, so the name of the folder is used: “${name}”.`
  return { path: '/SKILL.md/name', keyword: 'frontmatter', message }
}

function emptyBody(body: string): Issue[] {
  const message = 'SKILL.md has no text after its front matter. Write the instructions before you publish.'
  return body.trim() === '' ? [{ path: '/body', keyword: 'body', message }] : []
}

function programSources(files: readonly FolderFile[]): { path: string; text: string }[] {
  return files.flatMap(({ path, bytes }) => {
    const text = PROGRAM_FILE.test(path) || /\.(?:txt|json)$/.test(path) ? decodeText(bytes) : null
    return text === null ? [] : [{ path, text: withoutMark(text) }]
  })
}

/** A program in Python reads the files of its folder, and a licence covers both. */
function withFiles(program: SkillDocument, { resources, license }: SkillDocument): SkillDocument {
  return {
    ...program,
    ...(program.runtime === 'python' && resources && { resources }),
    ...(license && { license }),
  }
}

type Programs = {
  resources: readonly SkillResource[]
  programs: CallablePrograms
  isCalled: boolean
}

/** Tells which programs became skills, or could, and why the others do not run here. */
function programFindings(files: readonly FolderFile[], { resources, programs, isCalled }: Programs): Issue[] {
  const included = resources.filter(({ path, executable }) => executable || PROGRAM_FILE.test(path))
  const [first] = included
  if (!first) return []
  const needed = findNeededPackages(included.map(({ path }) => ({ path, text: textAt(files, path) ?? '' })))
  const uses = needed.length > 0 ? ` They use ${needed.join(', ')}.` : ''
  const slugs = programs.skills.map(({ slug }) => slug).join(', ')
  const called = isCalled
    ? ` As skills of their own: ${slugs}. Try each of them, and correct its contract.`
    : ` ${plural(programs.skills.length, 'program')} can also be called here: ${slugs}. Import the folder with its programs to add them as skills.`
  const message = `The skill includes ${plural(included.length, 'program')}, such as ${first.path}. Agents read them and run them in their own environment.${uses}${slugs && called}`
  const refused = programs.refused.map(({ path, reason }) => ({
    path: toPointer(['resources', path]),
    keyword: 'programs',
    message: `${path} cannot be called as a skill: ${reason}.`,
  }))
  return [{ path: '/resources', keyword: 'programs', message }, ...refused]
}

function readProtocolFolder(files: readonly FolderFile[], text: string): ReadFolder {
  const read = readManifest(text)
  if (read.issues) return read
  const { manifest } = read
  const readme = textAt(files, README)
  const markdown =
    readme === undefined ? { frontmatter: {}, body: '', findings: [] } : readSkillMarkdown(readme)
  if (markdown.error !== undefined) return folderIssue(README, markdown.error)

  const { slug, finding } = chooseSlug(manifest.name.split('.').at(-1) ?? '')
  const texts = readSkillTexts({
    ...markdown,
    slug,
    name: manifest.name,
    manifestDescription: manifest.description,
  })
  const action =
    manifest.kind === 'instruction' ? { parts: { body: markdown.body } } : readAction(files, manifest)
  if (action.issues) return action
  const resources = readResources(files, { kind: manifest.kind, entrypoint: action.entrypoint })
  if (resources.issues) return resources

  const skill = omitUndefined({
    slug,
    name: manifest.title ?? capitalise(slug.replaceAll('_', ' ').trim()),
    description: texts.description,
    prompt: manifest.prompt ?? promptFrom(markdown.body, texts.description),
    kind: manifest.kind === 'instruction' ? 'instruction' : undefined,
    ...action.parts,
    buttons: manifest.buttons,
    examples: manifest.examples,
    riskLevel: manifest.risk_level,
    sideEffects: manifest.side_effects,
    availability: manifest.availability,
    pricing: manifest.pricing,
    dryRun: manifest.dry_run,
    limits: readLimits(manifest),
    tags: manifest.tags ?? texts.tags,
    resources: resources.list.length > 0 ? resources.list : undefined,
    ...texts.more,
    ...(manifest.metadata && { metadata: manifest.metadata }),
  }) as SkillDocument
  return {
    skill,
    skillSetFields: { ...dependenciesIn(files, action.parts), ...toSkillSetFields(manifest) },
    large: resources.large,
    findings: [...markdown.findings, ...finding, ...texts.findings, ...resources.findings],
  }
}

type Parts = Pick<SkillDocument, 'body' | 'runtime' | 'definition' | 'parameters' | 'response' | 'stream'>
type ReadAction = { parts: Parts; entrypoint?: string; issues?: undefined } | { issues: Issue[] }

function readAction(files: readonly FolderFile[], { runtime }: SkillManifest): ReadAction {
  const language = runtime?.language ?? 'javascript'
  const usual = ENTRYPOINTS[language]
  const entrypoint = runtime?.entrypoint ?? usual.entrypoint
  const file = files.find(({ path }) => path === entrypoint)
  if (!file) {
    const code = files.filter(({ path }) => isCode(path)).map(({ path }) => path)
    const alternative = code.length > 0 ? `: there is ${code.join(', ')}` : ', and there is no code/ folder'
    return folderIssue(
      SKILL_MANIFEST_FILE,
      `names the entrypoint ${entrypoint}, which is not in the folder${alternative}`,
    )
  }
  const definition = decodeText(file.bytes)
  if (definition === null) return folderIssue(entrypoint, 'is not text')
  if (runtime?.export && runtime.export !== usual.export) {
    return folderIssue(
      SKILL_MANIFEST_FILE,
      `exports “${runtime.export}”; the function of a ${language} skill must be called “${usual.export}”`,
    )
  }
  const input = readSchema(files, INPUT_SCHEMA)
  const output = readSchema(files, OUTPUT_SCHEMA)
  const stream = textAt(files, STREAM_SCHEMA) === undefined ? {} : readSchema(files, STREAM_SCHEMA)
  const issues = [...(input.issues ?? []), ...(output.issues ?? []), ...(stream.issues ?? [])]
  if (issues.length > 0) return { issues }
  const parts = {
    definition: withoutMark(definition),
    parameters: input.schema,
    response: output.schema,
    ...(stream.schema && { stream: stream.schema }),
  }
  return { parts: language === 'python' ? { runtime: 'python', ...parts } : parts, entrypoint }
}

function readSchema(files: readonly FolderFile[], path: string): { schema?: JsonSchema; issues?: Issue[] } {
  const text = textAt(files, path)
  if (text === undefined)
    return folderIssue(path, 'is missing: an action skill needs input and output schemas')
  const { value, fault } = readNotation(text)
  if (fault) return folderIssue(path, `is not valid JSON. ${faultText(fault)}`)
  return isObject(value) ? { schema: value } : folderIssue(path, 'must be a JSON object')
}

/**
 * Takes the dependencies of a package.json in the folder, but not those that only its author's tools need; for Python, the
 * requirements in a requirements.txt or at the top of the definition.
 */
function dependenciesIn(
  files: readonly FolderFile[],
  { runtime, definition }: Parts,
): Pick<SkillSetFields, 'dependencies'> {
  if (runtime === 'python') {
    const requirements = [
      ...readRequirementsFile(textAt(files, 'requirements.txt') ?? ''),
      ...readScriptRequirements(definition ?? ''),
    ]
    return requirements.length > 0 ? { dependencies: [...new Set(requirements)] } : {}
  }
  const { value } = readNotation(textAt(files, 'package.json') ?? '{}')
  const dependencies = readDependencies(isObject(value) ? value : {})
  return Object.keys(dependencies).length > 0 ? { dependencies } : {}
}

function toSkillSetFields({
  version,
  permissions,
  config,
  requires,
  integrations,
  migrations,
  dependencies,
  dependencyLock,
}: SkillManifest): SkillSetFields {
  return omitUndefined({
    version,
    permissions,
    configDefinitions: config,
    requires,
    requiredIntegrationProviders: integrations,
    migrations,
    dependencies,
    dependencyLock,
  }) as SkillSetFields
}

function readLimits({ limits }: SkillManifest): SkillDocument['limits'] {
  if (!limits) return undefined
  return omitUndefined({ lane: limits.lane, timeoutMs: limits.timeout_ms, memoryMb: limits.memory_mb })
}

function promptFrom(body: string, description: string): string {
  const text = body.replace(/^#[^\n]*\n+/, '').trim()
  return (text || description).slice(0, MAX_PROMPT)
}

function textAt(files: readonly FolderFile[], path: string): string | undefined {
  const file = files.find((each) => each.path === path)
  return file && withoutMark(decodeText(file.bytes) ?? '')
}

function folderIssue(path: string, message: string): { issues: Issue[] } {
  return { issues: [{ path: toPointer([path]), keyword: 'folder', message }] }
}

/** Reads a zip archive or files, leaving out litter. Expensive: use a worker thread. */
export function readSkillUpload(
  content: Uint8Array | readonly FolderFile[],
  directory: string | undefined,
  callPrograms = false,
): ReadFolder | { issues: Issue[] } {
  const unpacked =
    content instanceof Uint8Array
      ? readZip(content, SKILL_ARCHIVE_LIMITS, createLitterFilter)
      : { files: content }
  return unpacked.files ? readFolder(unpacked.files, directory, callPrograms) : { issues: unpacked.issues }
}
