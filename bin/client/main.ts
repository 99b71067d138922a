/** The command line that a site serves at /cli.tgz. It talks to the site only, and needs no database. */
import { runCommand } from '../commands/run-command.ts'
import { devCommand } from './dev-folder.ts'
import { initCommand } from './init-folder.ts'
import { loginCommand, logoutCommand } from './login.ts'
import { publishCommand } from './publish-folder.ts'
import { runCommand as runSkillCommand } from './run-remote.ts'
import { testCommand } from './test-folder.ts'
import { validateCommand } from './validate-folder.ts'

const COMMANDS = {
  login: loginCommand,
  logout: logoutCommand,
  init: initCommand,
  validate: validateCommand,
  test: testCommand,
  dev: devCommand,
  publish: publishCommand,
  run: runSkillCommand,
}

const commands = Object.fromEntries(
  Object.entries(COMMANDS).map(([name, command]) => [name, async () => command] as const),
)

/** Returns the exit code. */
export function runClient(argv: string[]): Promise<number> {
  return runCommand({ commands }, argv, console)
}
