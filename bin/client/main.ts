/** The command line that a site serves at /cli.tgz. It talks to the site only, and needs no database. */
import { runCommand } from '../commands/run-command.ts'
import { devFolderCommand } from './dev-folder.ts'
import { importSkillsCommand } from './import-skills.ts'
import { initFolderCommand } from './init-folder.ts'
import { keysCommand } from './keys.ts'
import { siteLoginCommand, siteLogoutCommand } from './login.ts'
import { publishFolderCommand } from './publish-folder.ts'
import { finishRolloutCommand, returnRolloutCommand, showRolloutCommand } from './rollouts.ts'
import { runRemoteCommand } from './run-remote.ts'
import { searchSkillsCommand } from './search-skills.ts'
import { studioCommand } from './studio.ts'
import { testFolderCommand } from './test-folder.ts'
import { validateFolderCommand } from './validate-folder.ts'

const COMMANDS = {
  login: siteLoginCommand,
  logout: siteLogoutCommand,
  init: initFolderCommand,
  validate: validateFolderCommand,
  test: testFolderCommand,
  dev: devFolderCommand,
  publish: publishFolderCommand,
  import: importSkillsCommand,
  search: searchSkillsCommand,
  run: runRemoteCommand,
  keys: keysCommand,
  studio: studioCommand,
  'rollout show': showRolloutCommand,
  'rollout return': returnRolloutCommand,
  'rollout finish': finishRolloutCommand,
}

export const CLIENT_COMMANDS = Object.fromEntries(
  Object.entries(COMMANDS).map(([name, command]) => [name, async () => command] as const),
)

/** Runs the command of a command line. Returns the exit code. */
export function runClient(argv: string[]): Promise<number> {
  return runCommand({ commands: CLIENT_COMMANDS }, argv, console)
}
