/** Which programs of an Agent Skill can be called as skills of their own, and why the others cannot. */
import { isObject, type Json, type JsonSchema } from '../../kernel/json/json.ts'
import { slugFrom } from '../../kernel/names/skill-name.ts'
import { capitalise } from '../../kernel/text/format.ts'
import type { SkillDocument, SkillSetDocument } from '../document/skillset-document.ts'
import { readDependencies } from '../packages/dependencies.ts'
import { requirementName } from '../packages/python-name.ts'
import { readRequirementsFile, readScriptRequirements } from '../packages/requirements-file.ts'
import { readNotation } from '../source/read-notation.ts'
import { draftJavaScriptProgram } from './javascript-program.ts'
import { draftPythonProgram, isPythonModule } from './python-program.ts'

/** A file that a person would run, with what is around it. */
export type FolderProgram = {
  path: string
  source: string
  /** Names of packages that the folder declares, in the program's language. */
  packages: string[]
  /** Names of the modules in the same folder. */
  siblings: string[]
}

export type DraftedProgram = {
  runtime: 'javascript' | 'python'
  description?: string | undefined
  definition: string
  parameters: JsonSchema
  response: JsonSchema
}

export type CallablePrograms = {
  /** Skills that run a program. Those in Python need the files of the folder. */
  skills: SkillDocument[]
  /** What these import, of the one language that a SkillSet can have packages of. */
  dependencies?: SkillSetDocument['dependencies']
  /** Programs that cannot be called, with the reason as the end of a sentence. */
  refused: { path: string; reason: string }[]
}

type TextFile = { path: string; text: string }

const PROGRAM_FOLDER = /^(?:scripts|bin)\//
/** The names of files that a person would run. */
export const PROGRAM_FILE = /\.(py|sh|bash|js|mjs|cjs|ts|rb|pl)$/
const MAX_PROGRAMS = 20

/**
 * Drafts a skill for each program below `scripts/`. `slug` is that of the Agent Skill, which none of them gets; with the
 * program's path in the metadata, it tells a later import which skill the program became.
 */
export function draftPrograms(files: readonly TextFile[], slug: string): CallablePrograms {
  const programs = files.filter(({ path }) => PROGRAM_FOLDER.test(path) && PROGRAM_FILE.test(path))
  const python = pythonRequirements(files, programs)
  const javascript = npmDependencies(files)
  const slugs = new Set([slug])
  const drafted: CallablePrograms = { skills: [], refused: [] }
  for (const { path, text } of programs) {
    const isPython = path.endsWith('.py')
    if (isPython && isPythonModule(path, text)) continue
    const names = isPython ? python.flatMap((each) => requirementName(each) ?? []) : Object.keys(javascript)
    const program = draftProgram({
      path,
      source: text,
      packages: names,
      siblings: modulesBeside(files, path),
    })
    const reason =
      'reason' in program
        ? program.reason
        : drafted.skills.length === MAX_PROGRAMS
          ? `at most ${MAX_PROGRAMS} programs of a folder become skills`
          : undefined
    if (reason !== undefined || 'reason' in program) drafted.refused.push({ path, reason: reason ?? '' })
    else drafted.skills.push({ ...toSkill(path, program, slugs), metadata: { program: `${slug}/${path}` } })
  }
  const runtimes = new Set(drafted.skills.map(({ runtime = 'javascript' }) => runtime))
  if (runtimes.has('python') && python.length > 0)
    return withOneLanguage({ ...drafted, dependencies: python })
  return runtimes.has('javascript') && Object.keys(javascript).length > 0
    ? { ...drafted, dependencies: javascript }
    : drafted
}

/** A SkillSet has packages of one language: programs in JavaScript that import some cannot be beside Python's. */
function withOneLanguage(drafted: CallablePrograms): CallablePrograms {
  const isRefused = ({ runtime, definition = '' }: SkillDocument) =>
    runtime !== 'python' && /^import\b/m.test(definition)
  const reason =
    'it imports npm packages, and a SkillSet has packages of one language: this one has Python packages'
  const refused = drafted.skills.filter(isRefused).map(({ definition = '' }) => ({
    path: /^\/\/ Contains (\S+),/.exec(definition)?.[1] ?? '',
    reason,
  }))
  return {
    ...drafted,
    skills: drafted.skills.filter((skill) => !isRefused(skill)),
    refused: [...drafted.refused, ...refused],
  }
}

function draftProgram(program: FolderProgram): DraftedProgram | { reason: string } {
  if (program.path.endsWith('.py')) return draftPythonProgram(program)
  if (/\.(?:js|mjs|cjs|ts)$/.test(program.path)) return draftJavaScriptProgram(program)
  return { reason: 'it is written in another language than Python and JavaScript' }
}

function modulesBeside(files: readonly TextFile[], path: string): string[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const beside = files.filter((each) => each.path.startsWith(folder) && each.path.endsWith('.py'))
  return [
    ...new Set(beside.map((each) => each.path.slice(folder.length).split('/')[0]!.replace(/\.py$/, ''))),
  ]
}

function toSkill(
  path: string,
  { runtime, description, ...parts }: DraftedProgram,
  slugs: Set<string>,
): SkillDocument {
  const base = path
    .split('/')
    .at(-1)!
    .replace(/\.\w+$/, '')
  const slug = freeSlug(slugFrom(base) || 'program', slugs)
  const name = capitalise(base.replaceAll(/[_-]+/g, ' ').trim())
  const text = (description || `Runs ${path} of this skill.`).slice(0, 500)
  return {
    slug,
    name: name.slice(0, 100),
    description: text,
    prompt: text,
    ...(runtime === 'python' && { runtime }),
    ...parts,
  }
}

/** Returns the wanted slug, with a number if it is taken, and adds it to `taken`. */
export function freeSlug(wanted: string, taken: Set<string>): string {
  let slug = wanted
  for (let count = 2; taken.has(slug); count += 1) slug = `${wanted.slice(0, 60)}_${count}`
  taken.add(slug)
  return slug
}

function pythonRequirements(files: readonly TextFile[], programs: readonly TextFile[]): string[] {
  const lists = files.filter(({ path }) => /^(?:scripts\/)?requirements\.txt$/.test(path))
  const all = [
    ...lists.flatMap(({ text }) => readRequirementsFile(text)),
    ...programs
      .filter(({ path }) => path.endsWith('.py'))
      .flatMap(({ text }) => readScriptRequirements(text)),
  ]
  return [...new Set(all)]
}

function npmDependencies(files: readonly TextFile[]): Record<string, string> {
  const manifest =
    files.find(({ path }) => path === 'package.json') ??
    files.find(({ path }) => path === 'scripts/package.json')
  const { value } = readNotation(manifest?.text ?? '{}') as { value?: Json }
  return readDependencies(isObject(value) ? value : {})
}
