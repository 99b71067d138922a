import path from 'node:path'
import { AppError, issueText, toPublicError } from '#lib/kernel/errors.ts'
import { type CliCommand, escapeForTerminal } from '../commands/cli-command.ts'
import { issueLines } from '../commands/skills/read-skill-set.ts'
import { readTestSettings } from '../commands/skills/read-test-settings.ts'
import { formatTestedExample, listExamples } from '../commands/skills/tested-example.ts'
import { watchSaves } from '../commands/skills/watch-saves.ts'
import { chooseSite, requireKey } from './site.ts'
import { readSkillSetFolder, SKILLSET_FILE } from './skillset-folder.ts'
import { TEST_OPTIONS, testOnSite } from './test-folder.ts'

export const devFolderCommand: CliCommand = {
  summary: 'Run the examples on the site whenever a file is saved.',
  usage: '[FOLDER] [--skill SLUG] [--settings FILE] [--publisher HANDLE] [--max-price USDC] [--site URL]',
  options: TEST_OPTIONS,
  positionals: [0, 1],
  needsDatabase: false,
  async run({ positionals: [folder = '.'], options }) {
    const site = chooseSite({ options })
    requireKey(site)
    const stop = new AbortController()
    process.once('SIGINT', () => stop.abort())
    for await (const _ of watchSaves({ folder, isRecursive: true, isRelevant: isPart }, stop.signal)) {
      print(`\n${new Date().toLocaleTimeString()}  ${folder}`)
      await reportOn(site, folder, options, stop.signal).catch((error: unknown) => print(formatError(error)))
    }
    return null
  },
}

const print = (text: string) => console.log(escapeForTerminal(text))

function formatError(error: unknown): string {
  if (!(error instanceof AppError)) throw error
  const { message, details = [], suggested_action } = toPublicError(error)
  return [message, ...details.map((issue) => `  - ${issueText(issue)}`), suggested_action ?? []]
    .flat()
    .join('\n')
}

async function reportOn(
  site: string,
  folder: string,
  { skill, settings: settingsFile, publisher, 'max-price': maxPrice }: Record<string, string | undefined>,
  signal: AbortSignal,
): Promise<void> {
  const settings = readTestSettings(settingsFile)
  const { file, document, faults, notices } = readSkillSetFolder(folder, { settingsFile })
  for (const line of [...notices, ...faults.map((fault) => issueLines(file, fault))]) print(line)
  const how = { publisher, 'max-price': maxPrice, settings, signal }
  for (const each of listExamples(document, skill)) {
    print(formatTestedExample(await testOnSite(site, document, each, how)))
    if (signal.aborted) return
  }
}

/** Returns whether a SkillSet is made of the file. */
function isPart(name: string): boolean {
  const [first = ''] = name.split(path.sep)
  return first === SKILLSET_FILE || /^(code|examples|files|instructions)(\.md)?$/.test(first)
}
