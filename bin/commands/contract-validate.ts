/** `contract validate`: values against schemas, line by line, with no database and no server. */
import { type Command, UsageError } from './command.ts'
import { answerJsonLines } from './json-lines.ts'
import { judgeLine } from './judge-line.ts'

export const contractValidateCommand: Command = {
  summary: 'Hold values against schemas, JSON line by JSON line.',
  usage: '--jsonl [--any-root] < QUESTIONS',
  options: {},
  flags: {
    jsonl: '{"schema":…,"data":…,"coerce":true} in; {"valid":…,"value":…,"coercions":[…],"errors":[…]} out',
    'any-root': 'any JSON Schema, without the rules of a contract; formats are notes (for conformance runs)',
  },
  words: 0,
  meetsDatabase: false,
  async run({ flags }) {
    if (!flags.jsonl) throw new UsageError('Use it with --jsonl.')
    const anyRoot = flags['any-root'] === true
    await answerJsonLines((question, text) => judgeLine(question, { anyRoot }, text))
    return null
  },
}
