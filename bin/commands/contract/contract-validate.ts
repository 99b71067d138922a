import { type CliCommand, UsageError } from '../cli-command.ts'
import { answerJsonLines } from '../json-lines.ts'
import { validateLine } from './validate-line.ts'

export const contractValidateCommand: CliCommand = {
  summary: 'Validate values against schemas, one JSON object per line.',
  usage: '--jsonl [--any-root [--formats]] < LINES',
  options: {},
  flags: {
    jsonl: '{"schema":…,"data":…,"coerce":true} in; {"valid":…,"value":…,"coercions":[…],"errors":[…]} out',
    'any-root':
      'accept any JSON Schema of drafts 04 to 2020-12, without the rules for contracts; formats are annotations, as in the standard',
    formats:
      'with --any-root: assert formats, and refuse whole numbers above 2^53-1, as “contract diff --any-root” does',
  },
  positionals: 0,
  needsDatabase: false,
  async run({ flags }) {
    if (!flags.jsonl) throw new UsageError('Add --jsonl.')
    const anyRoot = flags['any-root'] === true
    const formats = flags.formats === true
    if (formats && !anyRoot)
      throw new UsageError('--formats needs --any-root: contracts always assert formats.')
    await answerJsonLines((question, text) => validateLine(question, { anyRoot, formats }, text))
    return null
  },
}
