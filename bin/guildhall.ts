#!/usr/bin/env node
/** Exit codes: 0 success, 1 refusal or a negative result, 2 usage. --json prints the result or `{"error": …}`. */
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { issueText, type PublicError, toPublicError } from '#lib/kernel/errors.ts'
import { type CliCommand, type CommandInput, escapeForTerminal, UsageError } from './commands/cli-command.ts'
import { connectToInstallation } from './server/installation/run-file.ts'
import { PROJECT_ROOT } from './server/runtime/project-root.ts'
import { enableCommandCache, requireNodeVersion } from './server/runtime/require-node.ts'

const COMMANDS: Record<string, () => Promise<CliCommand>> = {
  'make-admin': async () => (await import('./commands/accounts/account-commands.ts')).makeAdminCommand,
  'reset-link': async () => (await import('./commands/accounts/account-commands.ts')).resetLinkCommand,
  'key create': async () => (await import('./commands/accounts/account-commands.ts')).keyCreateCommand,
  init: async () => (await import('./commands/skills/init.ts')).initCommand,
  validate: async () => (await import('./commands/skills/validate.ts')).validateCommand,
  test: async () => (await import('./commands/skills/test.ts')).testCommand,
  dev: async () => (await import('./commands/skills/dev.ts')).devCommand,
  'contract lint': async () => (await import('./commands/contract/contract-lint.ts')).contractLintCommand,
  'contract validate': async () =>
    (await import('./commands/contract/contract-validate.ts')).contractValidateCommand,
  'contract diff': async () => (await import('./commands/contract/contract-diff.ts')).contractDiffCommand,
  'sandbox exec': async () => (await import('./commands/sandbox/sandbox-exec.ts')).sandboxExecCommand,
  'sandbox doctor': async () => (await import('./commands/sandbox/sandbox-doctor.ts')).sandboxDoctorCommand,
  'sandbox snapshot': async () =>
    (await import('./commands/sandbox/sandbox-setup-commands.ts')).sandboxSnapshotCommand,
  'sandbox certs': async () =>
    (await import('./commands/sandbox/sandbox-setup-commands.ts')).sandboxCertsCommand,
  'sandbox worker': async () => (await import('./commands/sandbox/sandbox-worker.ts')).sandboxWorkerCommand,
  'rotate-keys': async () => (await import('./commands/database/rotate-keys.ts')).rotateKeysCommand,
  migrate: async () => (await import('./commands/database/database-commands.ts')).migrateCommand,
  backup: async () => (await import('./commands/database/database-commands.ts')).backupCommand,
  restore: async () => (await import('./commands/database/database-commands.ts')).restoreCommand,
  publish: async () => (await import('./commands/skills/publish.ts')).publishCommand,
  run: async () => (await import('./commands/skills/run-skill.ts')).runSkillCommand,
  'vault ls': async () => (await import('./commands/vault/vault-files.ts')).vaultLsCommand,
  'vault cat': async () => (await import('./commands/vault/vault-files.ts')).vaultCatCommand,
  'vault put': async () => (await import('./commands/vault/vault-files.ts')).vaultPutCommand,
  'vault rm': async () => (await import('./commands/vault/vault-files.ts')).vaultRmCommand,
  'vault log': async () => (await import('./commands/vault/vault-history.ts')).vaultLogCommand,
  'vault undo': async () => (await import('./commands/vault/vault-history.ts')).vaultUndoCommand,
  'vault export': async () => (await import('./commands/vault/vault-files.ts')).vaultExportCommand,
  'vault import': async () => (await import('./commands/vault/vault-files.ts')).vaultImportCommand,
  'plan check': async () => (await import('./commands/plans/plan-check.ts')).planCheckCommand,
  'plan run': async () => (await import('./commands/plans/plan-run-commands.ts')).planRunCommand,
  'plan status': async () => (await import('./commands/plans/plan-run-commands.ts')).planStatusCommand,
  'plan confirm': async () => (await import('./commands/plans/plan-run-commands.ts')).planConfirmCommand,
  'plan cancel': async () => (await import('./commands/plans/plan-run-commands.ts')).planCancelCommand,
  'plan resume': async () => (await import('./commands/plans/plan-run-commands.ts')).planResumeCommand,
  'automation ls': async () =>
    (await import('./commands/automations/automation-commands.ts')).automationLsCommand,
  'automation create': async () =>
    (await import('./commands/automations/automation-commands.ts')).automationCreateCommand,
  'automation show': async () =>
    (await import('./commands/automations/automation-commands.ts')).automationShowCommand,
  'automation run': async () =>
    (await import('./commands/automations/automation-commands.ts')).automationRunCommand,
  'automation pause': async () =>
    (await import('./commands/automations/automation-commands.ts')).automationPauseCommand,
  'automation resume': async () =>
    (await import('./commands/automations/automation-commands.ts')).automationResumeCommand,
  'automation rm': async () =>
    (await import('./commands/automations/automation-commands.ts')).automationRmCommand,
  import: async () => (await import('./commands/skills/import.ts')).importCommand,
  export: async () => (await import('./commands/skills/export.ts')).exportCommand,
  login: async () => (await import('./commands/remote-site/login.ts')).loginCommand,
}

type Terminal = Record<'log' | 'error', (text: string) => void>

/** Never throws. */
export async function runCli(argv: string[], screen: Terminal): Promise<number> {
  const isJson = argv.includes('--json')
  const terminal: Terminal = {
    log: (text) => screen.log(escapeForTerminal(text)),
    error: (text) => screen.error(escapeForTerminal(text)),
  }
  try {
    return await perform(argv, terminal, isJson)
  } catch (error) {
    return refuse(error, terminal, isJson)
  }
}

async function perform(argv: string[], terminal: Terminal, isJson: boolean): Promise<number> {
  const name = Object.keys(COMMANDS).find((each) => each === argv.slice(0, each.split(' ').length).join(' '))
  if (!name) return showCommands(argv, terminal)
  const command = await COMMANDS[name]!()
  if (argv.includes('--help') || argv.includes('-h')) return showHelp(name, command, terminal)

  const input = readInput(argv.slice(name.split(' ').length), command)
  const envFile = path.join(PROJECT_ROOT, '.env')
  if (fs.existsSync(envFile)) process.loadEnvFile(envFile)
  if (command.needsDatabase) connectToInstallation()
  const answer = await command.run(input)
  if (!answer) return 0
  terminal.log(isJson ? JSON.stringify(answer.json, null, 2) : answer.text)
  return answer.isFailure ? 1 : 0
}

function readInput(args: string[], command: CliCommand): CommandInput {
  const flags = Object.keys(command.flags ?? {})
  const options = {
    ...Object.fromEntries(Object.keys(command.options).map((name) => [name, { type: 'string' as const }])),
    ...Object.fromEntries([...flags, 'json'].map((name) => [name, { type: 'boolean' as const }])),
  }
  let parsed: ReturnType<typeof parseArgs>
  try {
    parsed = parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
  const { positionals, values } = parsed
  if (![command.positionals].flat().includes(positionals.length))
    throw new UsageError(`Usage: ${command.usage}`)
  return {
    positionals,
    options: values as Record<string, string | undefined>,
    flags: Object.fromEntries(flags.map((name) => [name, values[name] === true])),
  }
}

function refuse(error: unknown, terminal: Terminal, isJson: boolean): number {
  const isUsage = error instanceof UsageError
  const shown: PublicError = isUsage
    ? { code: 'INVALID_INPUT', message: error.message, recoverable: true }
    : shownError(error)
  if (isJson) terminal.log(JSON.stringify({ error: shown }, null, 2))
  else terminal.error(refusalText(error, shown))
  return isUsage ? 2 : 1
}

/** Unlike a site, the command line shows the message of any error: the person who reads it runs the program. */
function shownError(error: unknown): PublicError {
  const shown = toPublicError(error)
  if (shown.code !== 'INTERNAL_ERROR') return shown
  return { ...shown, message: error instanceof Error ? error.message : String(error) }
}

function refusalText(error: unknown, shown: PublicError): string {
  if (error instanceof UsageError) return `${shown.message}\nSee --help.`
  if (shown.code === 'INTERNAL_ERROR') return shown.message
  // A single detail often repeats the message.
  const details = (shown.details ?? [])
    .filter((issue) => ![issue.message, issueText(issue)].includes(shown.message))
    .map((issue) => `  - ${issueText(issue)}`)
  return [
    `${shown.code}: ${shown.message}`,
    ...details,
    ...(shown.suggested_action ? [shown.suggested_action] : []),
  ].join('\n')
}

async function showCommands(argv: string[], terminal: Terminal): Promise<number> {
  const [first = '', second = ''] = argv
  const ofFirst = Object.entries(COMMANDS).filter(([name]) => name.startsWith(`${first} `))
  const [name, word] = ofFirst.length > 0 ? [`${first} ${second}`, second] : [first, first]
  const isHelp = ['', '--help', '-h', 'help'].includes(word)
  if (!isHelp) terminal.error(`Unknown command "${name}".\n`)
  const lines = await Promise.all(
    (ofFirst.length > 0 ? ofFirst : Object.entries(COMMANDS)).map(
      async ([name, load]) => `  ${name.padEnd(18)} ${(await load()).summary}`,
    ),
  )
  const text = ['guildhall COMMAND [--json]', '', ...lines, '', 'Run COMMAND --help for details.'].join('\n')
  if (isHelp) terminal.log(text)
  else terminal.error(text)
  return isHelp ? 0 : 2
}

function showHelp(name: string, { summary, usage, options, flags }: CliCommand, terminal: Terminal): number {
  const lines = Object.entries({ ...options, ...flags }).map(
    ([option, meaning]) => `  --${option.padEnd(10)} ${meaning}`,
  )
  const common = '  --json       print the result as JSON'
  terminal.log([`guildhall ${name} ${usage}`, '', summary, '', ...lines, common].join('\n'))
  return 0
}

if (import.meta.main) {
  requireNodeVersion()
  enableCommandCache()
  process.exit(await runCli(process.argv.slice(2), console))
}
