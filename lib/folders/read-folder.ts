/**
 * A folder of files, as one skill of a SkillSet document. Ground, pure.
 *
 * With a `skill.toml` it is a folder of the Skills Protocol, as `skill-files.ts` writes it; without one it is an Agent
 * Skill, and has to keep that format's rules to the letter.
 * Source: specification "Skills Protocol", Skill folder.
 */
import type { SkillDocument, SkillSetDocument } from '../contract/document/skillset-document.ts'
import { isObject, type Json, type JsonObject, type JsonSchema } from '../contract/json/json.ts'
import { toPointer } from '../contract/json/json-pointer.ts'
import { faultText, readJson } from '../contract/json/read-json.ts'
import type { Issue } from '../errors.ts'
import { agentSkillIssues } from './agent-skill-rules.ts'
import { findRoot } from './find-root.ts'
import { readMarkdown } from './front-matter.ts'
import { ENTRYPOINTS } from './manifest.ts'
import { type Manifest, readManifest } from './read-manifest.ts'
import { readResources } from './read-resources.ts'
import {
  INPUT_SCHEMA,
  isCode,
  MANIFEST,
  OUTPUT_SCHEMA,
  OWN_FILES,
  README,
  type SkillFile,
  textOf,
} from './skill-file.ts'
import { slugOf } from './skill-slug.ts'
import { wordsOf } from './skill-words.ts'

export type FolderFile = Pick<SkillFile, 'path' | 'bytes'>

/** What the folder says of the SkillSet around its skill. */
export type Around = Pick<
  SkillSetDocument,
  'permissions' | 'configDefinitions' | 'requires' | 'requiredIntegrationProviders' | 'migrations'
> & { version?: string }

export type ReadFolder =
  | {
      skill: SkillDocument
      around: Around
      /** What was taken otherwise than it was written, a sentence each. */
      findings: Issue[]
      issues?: undefined
    }
  | { issues: Issue[] }

/** `directory` is the folder's own name, where it is not the first part of every path. */
export function readFolder(given: readonly FolderFile[], directory?: string): ReadFolder {
  const root = findRoot(given, directory)
  if (root.issues) return root
  const { files } = root
  const unreadable = files.find(({ path, bytes }) => OWN_FILES.includes(path) && textOf(bytes) === null)
  if (unreadable) return refused(unreadable.path, `${unreadable.path} is no UTF-8: save it as UTF-8 text.`)
  const manifest = textAt(files, MANIFEST)
  return manifest === undefined ? readAgentSkill(files, root.directory) : readProtocolFolder(files, manifest)
}

function readAgentSkill(files: readonly FolderFile[], directory: string | undefined): ReadFolder {
  const read = readMarkdown(textAt(files, README) ?? '')
  if (read.whyNot !== undefined) return refused(README, read.whyNot)
  const { frontmatter, body } = read
  const issues = agentSkillIssues(frontmatter, directory)
  if (issues.length > 0) return { issues }

  const name = String(frontmatter.name).trim()
  const { slug, finding } = slugOf(name)
  const words = wordsOf({ frontmatter, slug, name })
  const resources = readResources(files, { kind: 'instruction' })
  if (resources.issues) return resources
  const skill: SkillDocument = {
    slug,
    name,
    description: words.description,
    prompt: String(frontmatter.description).slice(0, MAX_PROMPT),
    kind: 'instruction',
    body,
    ...words.more,
    ...(resources.list.length > 0 && { resources: resources.list }),
  }
  return {
    skill,
    around: {},
    findings: [...finding, ...words.findings, ...emptyBody(body), ...resources.findings],
  }
}

const MAX_PROMPT = 2000

function emptyBody(body: string): Issue[] {
  const message = 'SKILL.md has no text after its front matter: write the instructions before you publish.'
  return body.trim() === '' ? [{ path: '/body', keyword: 'body', message }] : []
}

function readProtocolFolder(files: readonly FolderFile[], text: string): ReadFolder {
  const read = readManifest(text)
  if (read.issues) return read
  const { manifest } = read
  const readme = textAt(files, README)
  const markdown = readme === undefined ? { frontmatter: {}, body: '' } : readMarkdown(readme)
  if (markdown.whyNot !== undefined) return refused(README, markdown.whyNot)

  const { slug, finding } = slugOf(manifest.name.split('.').at(-1) ?? '')
  const words = wordsOf({ ...markdown, slug, name: manifest.name, said: manifest.description })
  const action =
    manifest.kind === 'instruction' ? { parts: { body: markdown.body } } : readAction(files, manifest)
  if (action.issues) return action
  const resources = readResources(files, { kind: manifest.kind, entrypoint: action.entrypoint })
  if (resources.issues) return resources

  const tags = manifest.tags ?? textsIn(markdown.frontmatter.tags)
  const skill = present({
    slug,
    name: manifest.title ?? titleOf(slug),
    description: words.description,
    prompt: manifest.prompt ?? promptFrom(markdown.body, words.description),
    kind: manifest.kind === 'instruction' ? 'instruction' : undefined,
    ...action.parts,
    buttons: manifest.buttons,
    examples: manifest.examples,
    riskLevel: manifest.risk_level,
    sideEffects: manifest.side_effects,
    availability: manifest.availability,
    pricing: manifest.pricing,
    limits: limitsOf(manifest),
    tags,
    resources: resources.list.length > 0 ? resources.list : undefined,
    ...words.more,
  }) as SkillDocument
  return {
    skill,
    around: aroundOf(manifest),
    findings: [...finding, ...words.findings, ...resources.findings],
  }
}

type Parts = Pick<SkillDocument, 'body' | 'runtime' | 'definition' | 'parameters' | 'response'>
type ReadAction = { parts: Parts; entrypoint?: string; issues?: undefined } | { issues: Issue[] }

function readAction(files: readonly FolderFile[], { runtime }: Manifest): ReadAction {
  const language = runtime?.language ?? 'javascript'
  const usual = ENTRYPOINTS[language]
  const entrypoint = runtime?.entrypoint ?? usual.entrypoint
  const file = files.find(({ path }) => path === entrypoint)
  if (!file) {
    const code = files.filter(({ path }) => isCode(path)).map(({ path }) => path)
    const there = code.length > 0 ? `: there is ${code.join(', ')}` : ', and there is no code/ at all'
    return refused(MANIFEST, `names the entrypoint ${entrypoint}, which is not in the folder${there}`)
  }
  const definition = textOf(file.bytes)
  if (definition === null) return refused(entrypoint, 'is no text')
  if (runtime?.export && runtime.export !== usual.export) {
    return refused(
      MANIFEST,
      `exports “${runtime.export}”; the function of a ${language} skill is called “${usual.export}”`,
    )
  }
  const input = readSchema(files, INPUT_SCHEMA)
  const output = readSchema(files, OUTPUT_SCHEMA)
  const issues = [...(input.issues ?? []), ...(output.issues ?? [])]
  if (issues.length > 0) return { issues }
  const parts = { definition, parameters: input.schema, response: output.schema }
  return { parts: language === 'python' ? { runtime: 'python', ...parts } : parts, entrypoint }
}

function readSchema(files: readonly FolderFile[], path: string): { schema?: JsonSchema; issues?: Issue[] } {
  const text = textAt(files, path)
  if (text === undefined) return refused(path, 'is missing: an action says what goes in and what comes out')
  const { value, fault } = readJson(text)
  if (fault) return refused(path, `is no JSON. ${faultText(fault)}`)
  return isObject(value) ? { schema: value } : refused(path, 'must be a JSON object')
}

function aroundOf({ version, permissions, config, requires, integrations, migrations }: Manifest): Around {
  return present({
    version,
    permissions,
    configDefinitions: config,
    requires,
    requiredIntegrationProviders: integrations,
    migrations,
  }) as Around
}

function limitsOf({ limits }: Manifest): SkillDocument['limits'] {
  if (!limits) return undefined
  return present({ timeoutMs: limits.timeout_ms, memoryMb: limits.memory_mb })
}

function promptFrom(body: string, description: string): string {
  const text = body.replace(/^#[^\n]*\n+/, '').trim()
  return (text || description).slice(0, MAX_PROMPT)
}

function titleOf(slug: string): string {
  const words = slug.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function textsIn(value: Json | undefined): string[] | undefined {
  const list = Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
  return list.length > 0 ? list : undefined
}

function textAt(files: readonly FolderFile[], path: string): string | undefined {
  const file = files.find((each) => each.path === path)
  return file && (textOf(file.bytes) ?? '')
}

function refused(path: string, message: string): { issues: Issue[] } {
  return { issues: [{ path: toPointer([path]), keyword: 'folder', message }] }
}

function present(fields: { [key: string]: unknown }): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as JsonObject
}
