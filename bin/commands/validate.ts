/** `validate`: every rule of a SkillSet document, on a file, with no database and no account. */
import { checkDocument } from '#lib/contract/document/check-document.ts'
import { checklist } from '#lib/contract/document/checklist.ts'
import { parseDocument } from '#lib/contract/document/parse-document.ts'
import { readDocument } from '#lib/contract/document/read-document.ts'
import type { JsonObject } from '#lib/contract/json/json.ts'
import { type Issue, issueText } from '#lib/errors.ts'
import type { Command } from './command.ts'
import { type OfferedRepair, offeredRepairs } from './offered-repairs.ts'
import { readSkillSetFile } from './read-skill-set-file.ts'

export const validateCommand: Command = {
  summary: 'Check a SkillSet file against every rule.',
  usage: 'FILE',
  options: {},
  words: 1,
  meetsDatabase: false,
  async run({ words: [file = ''] }) {
    const { issues, repairs, unfinished } = checkText(readSkillSetFile(file))
    const ok = issues.length === 0
    const found = issues.length === 1 ? '1 problem' : `${issues.length} problems`
    const text = ok
      ? [`${file} keeps every rule.`, ...unfinishedLines(unfinished)].join('\n')
      : [`${file} has ${found}:`, ...issues.map(issueLine), ...repairs.flatMap(offerLines)].join('\n')
    return { text, json: { ok, issues, unfinished, ...(repairs.length > 0 && { repairs }) }, isBad: !ok }
  },
}

type Checked = {
  issues: Issue[]
  repairs: OfferedRepair[]
  /** What a draft may lack and a submission may not, as far as a file can tell. */
  unfinished: Issue[]
}

/** Shape first: what is no document has no rules to keep. */
function checkText(text: string): Checked {
  const read = readDocument(text)
  if (read.issues) return { issues: read.issues, repairs: [], unfinished: [] }
  const { document, issues } = parseDocument(read.document)
  if (!document) return { issues, repairs: [], unfinished: [] }
  const checked = document as unknown as JsonObject
  const broken = checkDocument(checked)
  const said = new Set(broken.map(issueText))
  const unfinished = checklist(checked).flatMap((line) => line.issues)
  return {
    issues: broken,
    repairs: offeredRepairs(checked),
    unfinished: unfinished.filter((issue) => !said.has(issueText(issue))),
  }
}

function unfinishedLines(issues: Issue[]): string[] {
  return issues.length === 0 ? [] : ['Before it can be submitted:', ...issues.map(issueLine)]
}

/** What to change by hand; `--json` has the schema as it would be then. */
function offerLines({ pointer, repairs }: OfferedRepair): string[] {
  const lines = repairs.map((each) => `  - ${issueText({ path: each.pointer, message: each.sentence })}`)
  return ['', `The schema at ${pointer} can be repaired; --json shows it as it would be:`, ...lines]
}

function issueLine(issue: Issue): string {
  return `  - ${issueText(issue)}`
}
