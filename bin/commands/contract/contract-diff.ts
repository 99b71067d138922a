import { styleText } from 'node:util'
import { type Change, type Changes, changesBetween } from '#lib/contracts/changes/changes.ts'
import { counterexampleText } from '#lib/contracts/changes/counterexample-text.ts'
import type { SkillSetDocument } from '#lib/contracts/document/skillset-document.ts'
import { BUMPS, bumpVersion, isBumpedAtLeast, isVersion } from '#lib/contracts/versions/version-number.ts'
import { type CliCommand, type CommandResult, UsageError } from '../cli-command.ts'
import { answerJsonLines } from '../json-lines.ts'
import { readValidSkillSet } from '../skills/read-skill-set.ts'
import { diffLine } from './diff-line.ts'

export const contractDiffCommand: CliCommand = {
  summary: 'Show the changes between two contracts and the version step they require.',
  usage: 'OLD NEW | --jsonl [--any-root] < LINES',
  options: {},
  flags: {
    jsonl: '{"before":…,"after":…,"direction":"input"} in; {"breaking":…,"bump":…,"changes":[…]} out',
    'any-root':
      'accept any JSON Schema of drafts 04 to 2020-12, without the rules for contracts; formats and whole numbers above 2^53-1 are judged as in contracts',
  },
  positionals: [0, 2],
  needsDatabase: false,
  async run({ positionals: [before, after], flags }) {
    const anyRoot = flags['any-root'] === true
    if (flags.jsonl) {
      await answerJsonLines((question) => diffLine(question, { anyRoot }))
      return null
    }
    if (before === undefined || after === undefined) throw new UsageError('Usage: OLD NEW, or --jsonl.')
    return compareFiles(before, after)
  },
}

function compareFiles(before: string, after: string): CommandResult {
  const [old, now] = [readDocument(before), readDocument(after)]
  const changes = changesBetween(old, now)
  const verdict = numberVerdict(old.version, now.version, changes)
  return {
    text: diffText(changes, verdict),
    json: { ok: verdict.needs === null, ...verdict, ...changes },
    isFailure: verdict.needs !== null,
  }
}

type NumberVerdict = {
  from: string
  to: string
  needs: string | null
}

function numberVerdict(from: string, to: string, { bump }: Changes): NumberVerdict {
  const isEnough = bump === 'none' || (isVersion(from) && isVersion(to) && isBumpedAtLeast(from, to, bump))
  return { from, to, needs: isEnough ? null : bumpVersion(from, bump) }
}

function readDocument(file: string): SkillSetDocument {
  return readValidSkillSet(file).document
}

// biome-ignore format: table
const AREAS: Record<Change['area'], string> = {
  schema: 'Inputs and outputs', skills: 'Skills', permissions: 'Permissions', config: 'Configuration', code: 'Code', text: 'Text',
}

type Format = Parameters<typeof styleText>[0]

function paint(format: Format, text: string): string {
  return styleText(format, text, { stream: process.stdout })
}

/** Lists changes by area, breaking ones first, and whether the bump suffices. */
function diffText({ changes, bump }: Changes, { from, to, needs }: NumberVerdict): string {
  if (changes.length === 0) return 'Nothing changed.'
  const groups = Object.entries(AREAS).flatMap(([area, title]) => {
    const own = changes.filter((each) => each.area === area).toSorted(byWeight)
    return own.length > 0 ? [paint('bold', title), ...own.flatMap(formatChange), ''] : []
  })
  const step = `${from} → ${to}`
  const verdict =
    needs === null
      ? paint('green', `${step} is enough for a ${bump} change.`)
      : paint('red', `${step} is too small: this is a ${bump} change and needs at least ${needs}.`)
  return [...groups, verdict].join('\n')
}

function byWeight(a: Change, b: Change): number {
  return Number(b.breaking) - Number(a.breaking) || BUMPS.indexOf(b.bump) - BUMPS.indexOf(a.bump)
}

const COLOURS = { major: 'red', minor: 'yellow', patch: 'gray', none: 'gray' } as const

function formatChange(change: Change): string[] {
  const weight = paint(COLOURS[change.bump], change.bump.padEnd(5))
  const breaking = change.breaking ? paint('red', ' breaking') : ''
  const shown = counterexampleText(change)
  return [
    `  ${weight} ${change.sentence}${breaking}`,
    ...(shown ? [paint('gray', `        e.g. ${shown.value} ${shown.statement}`)] : []),
  ]
}
