/** `contract diff`: how two SkillSets or many pairs of schemas differ, with no database and no server. */
import { type Changes, changesBetween } from '#lib/contract/changes/changes.ts'
import { parseDocument } from '#lib/contract/document/parse-document.ts'
import { readDocument } from '#lib/contract/document/read-document.ts'
import type { SkillSetDocument } from '#lib/contract/document/skillset-document.ts'
import { bumped, bumpedAtLeast, isVersion } from '#lib/contract/version/version-number.ts'
import { AppError, type Issue } from '#lib/errors.ts'
import { type Answer, type Command, UsageError } from './command.ts'
import { diffLine } from './diff-line.ts'
import { diffText, type NumberVerdict } from './diff-text.ts'
import { answerJsonLines } from './json-lines.ts'
import { readSkillSetFile } from './read-skill-set-file.ts'

export const contractDiffCommand: Command = {
  summary: 'Say what changed between two contracts, and how big a step it is.',
  usage: 'OLD NEW | --jsonl [--any-root] < QUESTIONS',
  options: {},
  flags: {
    jsonl: '{"before":…,"after":…,"direction":"input"} in; {"breaking":…,"bump":…,"changes":[…]} out',
    'any-root': 'any JSON Schema of any draft, without the rules of a contract',
  },
  words: [0, 2],
  meetsDatabase: false,
  async run({ words: [before, after], flags }) {
    const anyRoot = flags['any-root'] === true
    if (flags.jsonl) {
      await answerJsonLines((question) => diffLine(question, { anyRoot }))
      return null
    }
    if (before === undefined || after === undefined)
      throw new UsageError('Use it as: OLD NEW, or with --jsonl.')
    return compareFiles(before, after)
  },
}

function compareFiles(before: string, after: string): Answer {
  const [old, now] = [documentOf(before), documentOf(after)]
  const changes = changesBetween(old, now)
  const verdict = verdictOn(old.version, now.version, changes)
  return {
    text: diffText(changes, verdict),
    json: { ok: verdict.needs === null, ...verdict, ...changes },
    isBad: verdict.needs !== null,
  }
}

function verdictOn(from: string, to: string, { bump }: Changes): NumberVerdict {
  const isEnough = bump === 'none' || (isVersion(from) && isVersion(to) && bumpedAtLeast(from, to, bump))
  return { from, to, needs: isEnough ? null : bumped(from, bump) }
}

/** Throws NOT_FOUND and INVALID_INPUT, naming the file. */
function documentOf(file: string): SkillSetDocument {
  const read = readDocument(readSkillSetFile(file))
  const parsed = read.issues ? { issues: read.issues } : parseDocument(read.document)
  if ('document' in parsed && parsed.document) return parsed.document
  const issues: Issue[] = parsed.issues
  throw new AppError('INVALID_INPUT', { message: `${file} is no SkillSet.`, issues })
}
