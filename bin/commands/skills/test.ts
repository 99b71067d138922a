/** Makes no host calls (other skills, tools, blobs). */

import { AppError } from '#lib/kernel/errors.ts'
import { withLocalSandbox } from '#sandboxd/local-sandbox.ts'
import type { CliCommand } from '../cli-command.ts'
import { faultyFileError, findLocatedIssues, readValidSkillSet } from './read-skill-set.ts'
import { readTestSettings } from './read-test-settings.ts'
import { testExample } from './test-example.ts'
import { isToldWithExample, listExamples, resultOfExamples, type TestedExample } from './tested-example.ts'

export const testCommand: CliCommand = {
  summary: 'Run the examples of a SkillSet file in the sandbox.',
  usage: 'FILE [--skill SLUG] [--settings FILE]',
  options: {
    skill: 'run only the examples of this skill',
    settings: 'a JSON file with values of config keys, secrets included, by key',
  },
  note: 'The examples run live, because recordings are kept by a site. For --record, --offline and --live, use the command line that a site serves, in a folder of the skill: npx SITE/cli.tgz test --help.',
  positionals: 1,
  needsDatabase: false,
  async run({ positionals: [file = ''], options }) {
    const read = readValidSkillSet(file)
    const { document, notices } = read
    const faults = findLocatedIssues(read)
    const settings = readTestSettings(options.settings)
    const wanted = listExamples(document, options.skill)
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
      const others = faults.filter((fault) => !isToldWithExample(fault))
      return resultOfExamples(tested, { file, notices, faults: others })
    })
  },
}
