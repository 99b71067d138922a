/** Makes no host calls (other skills, tools, blobs). */

import type { SkillSetDocument } from '#lib/contracts/document/skillset-document.ts'
import { AppError } from '#lib/kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { withLocalSandbox } from '#sandboxd/local-sandbox.ts'
import { plural } from '../../../lib/kernel/text/plural.ts'
import type { CliCommand, CommandResult } from '../cli-command.ts'
import { readJsonFile } from '../read-input-file.ts'
import {
  faultyFileError,
  findLocatedIssues,
  issueLines,
  type LocatedIssue,
  readValidSkillSet,
} from './read-skill-set.ts'
import { type TestedExample, testExample } from './test-example.ts'

export const testCommand: CliCommand = {
  summary: 'Run the examples of a SkillSet file in the sandbox.',
  usage: 'FILE [--skill SLUG] [--settings FILE]',
  options: {
    skill: 'run only the examples of this skill',
    settings: 'a JSON file with values of config keys, secrets included, by key',
  },
  positionals: 1,
  needsDatabase: false,
  async run({ positionals: [file = ''], options }) {
    const read = readValidSkillSet(file)
    const { document, notices } = read
    const faults = findLocatedIssues(read)
    const settings = readTestSettings(options.settings)
    const wanted = examplesOf(document, options.skill)
    if (wanted.length === 0) {
      if (faults.length > 0) throw faultyFileError(file, faults)
      const message = `${file} has no example to run.`
      throw new AppError('PRECONDITION_FAILED', {
        message,
        suggestedAction: 'Add an example with a title and an input to a skill.',
      })
    }
    return withLocalSandbox(async (sandbox) => {
      const tested: TestedExample[] = []
      for (const each of wanted) tested.push(await testExample(sandbox, document, { ...each, settings }))
      return answerOf(tested, { file, notices, faults: faults.filter((fault) => !isToldWithExample(fault)) })
    })
  },
}

export function examplesOf({ skills }: SkillSetDocument, slug: string | undefined) {
  const wanted = skills.filter((skill) => slug === undefined || skill.slug === slug)
  if (wanted.length === 0) {
    const message = `Unknown skill “${slug}”. Choose one of: ${skills.map((skill) => skill.slug).join(', ')}.`
    throw new AppError('NOT_FOUND', { message, suggestedAction: 'Choose one of these.' })
  }
  return wanted.flatMap((skill) => (skill.examples ?? []).map((example) => ({ skill, example })))
}

/** Returns {} without a file. Throws INVALID_INPUT if it is no JSON object. */
export function readTestSettings(file: string | undefined): JsonObject {
  if (file === undefined) return {}
  const settings = readJsonFile(file) as Json
  if (isObject(settings)) return settings
  throw new AppError('INVALID_INPUT', {
    message: `${file} must contain a JSON object with a value for each key.`,
  })
}

/** Faults of examples are told with the result of the example, but not that one contains a secret. */
function isToldWithExample({ path, keyword }: LocatedIssue): boolean {
  return /^\/skills\/\d+\/examples(\/|$)/.test(path) && keyword !== 'example-secret'
}

type Around = { file: string; notices: string[]; faults: LocatedIssue[] }

function answerOf(tested: TestedExample[], { file, notices, faults }: Around): CommandResult {
  const passed = tested.filter((each) => each.ok).length
  const isGood = passed === tested.length
  const end = plural(tested.length, 'example')
  return {
    text: [
      ...notices,
      ...tested.map(formatTestedExample),
      '',
      isGood ? `${end}: all pass.` : `${passed} of ${end} pass.`,
      ...(faults.length > 0 ? ['', `${file} has ${plural(faults.length, 'problem')}:`] : []),
      ...faults.map((fault) => issueLines(file, fault)),
    ].join('\n'),
    json: {
      ok: isGood && faults.length === 0,
      passed,
      failed: tested.length - passed,
      examples: tested,
      ...(faults.length > 0 && { issues: faults }),
    },
    isFailure: !isGood || faults.length > 0,
  }
}

export function formatTestedExample({
  ok,
  skill,
  title,
  message,
  error,
  note,
  duration_ms: ms,
}: TestedExample): string {
  const duration = ms === undefined ? '' : ` (${ms} ms)`
  const details = [message, error?.trace, note].filter((each) => each !== undefined)
  return [`  ${ok ? 'passes' : 'FAILS '}  ${skill}: ${title}${duration}`, ...details]
    .join('\n')
    .replaceAll('\n', '\n          ')
}
