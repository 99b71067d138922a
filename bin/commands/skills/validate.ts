import { type Issue, issueText } from '#lib/errors.ts'
import type { Json, JsonObject, JsonSchema } from '#lib/json/json.ts'
import { objectEntries } from '#lib/json/json-pointer.ts'
import { repairSchema } from '#lib/json-schema/repair/repair-with.ts'
import { checkDocument } from '#lib/skillset/checks/check-document.ts'
import { checklist } from '#lib/skillset/checks/checklist.ts'
import { parseDocument } from '#lib/skillset/document/parse-document.ts'
import { readDocument } from '#lib/skillset/document/read-document.ts'
import { plural } from '../../../lib/text/plural.ts'
import type { CliCommand } from '../cli-command.ts'
import { readSkillSetFile } from '../read-input-file.ts'

export const validateCommand: CliCommand = {
  summary: 'Validate a SkillSet file.',
  usage: 'FILE',
  options: {},
  positionals: 1,
  needsDatabase: false,
  async run({ positionals: [file = ''] }) {
    const { issues, repairs, unfinished } = checkText(readSkillSetFile(file))
    const ok = issues.length === 0
    const found = plural(issues.length, 'problem')
    const text = ok
      ? [`${file} is valid.`, ...unfinishedLines(unfinished)].join('\n')
      : [`${file} has ${found}:`, ...issues.map(issueLine), ...repairs.flatMap(offerLines)].join('\n')
    return { text, json: { ok, issues, unfinished, ...(repairs.length > 0 && { repairs }) }, isFailure: !ok }
  },
}

type OfferedRepair = {
  pointer: string
  repairs: { pointer: string; sentence: string }[]
  schema: JsonSchema
}

type Checked = {
  issues: Issue[]
  repairs: OfferedRepair[]
  /** What a submission needs and a draft may lack, as far as a file shows. */
  unfinished: Issue[]
}

function checkText(text: string): Checked {
  const read = readDocument(text)
  if (read.issues) return { issues: read.issues, repairs: [], unfinished: [] }
  const { document, issues } = parseDocument(read.document)
  if (!document) return { issues, repairs: [], unfinished: [] }
  const checked = document as JsonObject
  const broken = checkDocument(checked)
  const knownIssues = new Set(broken.map(issueText))
  const unfinished = checklist(checked).flatMap((line) => line.issues)
  return {
    issues: broken,
    repairs: offeredRepairs(checked),
    unfinished: unfinished.filter((issue) => !knownIssues.has(issueText(issue))),
  }
}

function unfinishedLines(issues: Issue[]): string[] {
  return issues.length === 0 ? [] : ['Before it can be submitted:', ...issues.map(issueLine)]
}

/** Changes to make by hand; `--json` contains the repaired schema. */
function offerLines({ pointer, repairs }: OfferedRepair): string[] {
  const lines = repairs.map((each) => `  - ${issueText({ path: each.pointer, message: each.sentence })}`)
  return ['', `The schema at ${pointer} can be repaired. Add --json to see the repaired schema:`, ...lines]
}

function issueLine(issue: Issue): string {
  return `  - ${issueText(issue)}`
}

/** Repairs of schemas whose intent is clear; [] if there are none. */
function offeredRepairs({ skills }: JsonObject): OfferedRepair[] {
  return objectEntries(skills).flatMap(([skill, index]) =>
    (['parameters', 'response'] as const).flatMap((part) =>
      offeredRepair(skill[part], `/skills/${index}/${part}`),
    ),
  )
}

function offeredRepair(authored: Json | undefined, at: string): OfferedRepair[] {
  const repaired = repairSchema(authored)
  if (!repaired) return []
  const repairs = repaired.repairs.map(({ pointer, sentence }) => ({ pointer: at + pointer, sentence }))
  return [{ pointer: at, repairs, schema: repaired.schema }]
}
