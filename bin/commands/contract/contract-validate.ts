import { type CliCommand, UsageError } from '../cli-command.ts'
import { answerJsonLines } from '../json-lines.ts'
import { validateLine } from './validate-line.ts'

export const contractValidateCommand: CliCommand = {
  summary: 'Validate values against schemas, one JSON object per line.',
  usage: '--jsonl [--any-root] < LINES',
  options: {},
  flags: {
    jsonl: '{"schema":…,"data":…,"coerce":true} in; {"valid":…,"value":…,"coercions":[…],"errors":[…]} out',
    'any-root':
      'accept any JSON Schema, without the rules for contracts; formats are annotations (for conformance tests)',
  },
  positionals: 0,
  needsDatabase: false,
  async run({ flags }) {
    if (!flags.jsonl) throw new UsageError('Add --jsonl.')
    const anyRoot = flags['any-root'] === true
    await answerJsonLines((question, text) => validateLine(question, { anyRoot }, text))
    return null
  },
}
