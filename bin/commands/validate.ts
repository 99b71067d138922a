/** `validate`: every rule of a SkillSet document, on a file, with no database and no account. */
import { checkDocument } from '#lib/contract/document/check-document.ts'
import { parseDocument } from '#lib/contract/document/parse-document.ts'
import { readDocument } from '#lib/contract/document/read-document.ts'
import type { Json } from '#lib/contract/json/json.ts'
import { type Issue, issueText } from '#lib/errors.ts'
import type { Command } from './command.ts'
import { readSkillSetFile } from './read-skill-set-file.ts'

export const validateCommand: Command = {
  summary: 'Check a SkillSet file against every rule.',
  usage: 'FILE',
  options: {},
  words: 1,
  meetsDatabase: false,
  async run({ words: [file = ''] }) {
    const issues = checkText(readSkillSetFile(file))
    const ok = issues.length === 0
    const found = issues.length === 1 ? '1 problem' : `${issues.length} problems`
    const text = ok
      ? `${file} keeps every rule.`
      : [`${file} has ${found}:`, ...issues.map(issueLine)].join('\n')
    return { text, json: { ok, issues }, isBad: !ok }
  },
}

/** Shape first: what is no document has no rules to keep. */
function checkText(text: string): Issue[] {
  const read = readDocument(text)
  if (read.issues) return read.issues
  const { document, issues } = parseDocument(read.document)
  return document ? checkDocument(document as unknown as Json) : issues
}

export function issueLine(issue: Issue): string {
  return `  - ${issueText(issue)}`
}
