import { checkDocument } from '#lib/contracts/checks/check-document.ts'
import { checklist } from '#lib/contracts/checks/checklist.ts'
import { isContractDocument } from '#lib/contracts/document/from-contract.ts'
import { repairSchema } from '#lib/json-schema/repair/repair-schema.ts'
import { issueText } from '#lib/kernel/errors.ts'
import type { Json, JsonObject, JsonSchema } from '#lib/kernel/json/json.ts'
import { objectEntries } from '#lib/kernel/json/json-pointer.ts'
import { plural } from '../../../lib/kernel/text/plural.ts'
import type { CliCommand } from '../cli-command.ts'
import { findHints, issueLines, type LocatedIssue, readSkillSet } from './read-skill-set.ts'

export const validateCommand: CliCommand = {
  summary: 'Validate a SkillSet file.',
  usage: 'FILE',
  options: {},
  positionals: 1,
  needsDatabase: false,
  async run({ positionals: [file = ''] }) {
    const { issues, repairs, unfinished, hints, notices } = checkFile(file)
    const ok = issues.length === 0
    const lines = (list: LocatedIssue[]) => list.map((issue) => issueLines(file, issue))
    const section = (title: string, list: LocatedIssue[]) =>
      list.length === 0 ? [] : [title, ...lines(list)]
    const text = ok
      ? [
          `${file} is valid.`,
          ...section('Before it can be submitted:', unfinished),
          ...section('Hints:', hints),
        ]
      : [
          `${file} has ${plural(issues.length, 'problem')}:`,
          ...lines(issues),
          ...repairs.flatMap(offerLines),
          ...section('Hints:', hints),
        ]
    return {
      text: [...notices, ...text].join('\n'),
      json: {
        ...{ ok, issues, unfinished },
        ...(hints.length > 0 && { hints }),
        ...(notices.length > 0 && { notices }),
        ...(repairs.length > 0 && { repairs }),
      },
      isFailure: !ok,
    }
  },
}

type OfferedRepair = {
  pointer: string
  repairs: { pointer: string; sentence: string }[]
  schema: JsonSchema
}

type Checked = {
  issues: LocatedIssue[]
  repairs: OfferedRepair[]
  unfinished: LocatedIssue[]
  hints: LocatedIssue[]
  notices: string[]
}

function checkFile(file: string): Checked {
  const { document, issues, notices, locate } = readSkillSet(file)
  if (!document) return { issues, repairs: [], unfinished: [], hints: [], notices }
  const checked = document as JsonObject
  const broken = checkDocument(checked)
  const knownIssues = new Set(broken.map(issueText))
  const unfinished = checklist(checked).flatMap((line) => line.issues)
  return {
    issues: broken.map(locate),
    repairs: offeredRepairs(checked),
    unfinished: unfinished.filter((issue) => !knownIssues.has(issueText(issue))).map(locate),
    hints: findHints(document).map(locate),
    notices,
  }
}

/** `--json` contains the repaired schema. */
function offerLines({ pointer, repairs }: OfferedRepair): string[] {
  const lines = repairs.map((each) => `  - ${issueText({ path: each.pointer, message: each.sentence })}`)
  return ['', `The schema at ${pointer} can be repaired. Add --json to see the repaired schema:`, ...lines]
}

/** Only repairs with a clear intent. */
function offeredRepairs({ skills }: JsonObject): OfferedRepair[] {
  return objectEntries(skills).flatMap(([skill, index]) =>
    (['parameters', 'response'] as const).flatMap((part) =>
      offeredRepair(skill[part], `/skills/${index}/${part}`),
    ),
  )
}

function offeredRepair(authored: Json | undefined, at: string): OfferedRepair[] {
  // As a schema, a contract would accept any object.
  const repaired = isContractDocument(authored) ? null : repairSchema(authored)
  if (!repaired) return []
  const repairs = repaired.repairs.map(({ pointer, sentence }) => ({ pointer: at + pointer, sentence }))
  return [{ pointer: at, repairs, schema: repaired.schema }]
}
