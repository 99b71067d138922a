#!/usr/bin/env node
/** The command line of a checkout. The one that a site serves to publishers is in `client/`. */
import fs from 'node:fs'
import path from 'node:path'
import type { CliCommand } from './commands/cli-command.ts'
import { type CommandTable, runCommand, type Terminal } from './commands/run-command.ts'
import { connectToInstallation } from './server/installation/run-file.ts'
import { PROJECT_ROOT } from './server/runtime/project-root.ts'
import { enableCommandCache, requireNodeVersion } from './server/runtime/require-node.ts'

const COMMANDS: CommandTable = {
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
  'rollout show': async () => (await import('./commands/rollouts/rollout-commands.ts')).rolloutShowCommand,
  'rollout finish': async () =>
    (await import('./commands/rollouts/rollout-commands.ts')).rolloutFinishCommand,
  'rollout return': async () =>
    (await import('./commands/rollouts/rollout-commands.ts')).rolloutReturnCommand,
  'rollout take': async () => (await import('./commands/rollouts/rollout-commands.ts')).rolloutTakeCommand,
  import: async () => (await import('./commands/skills/import.ts')).importCommand,
  export: async () => (await import('./commands/skills/export.ts')).exportCommand,
  login: async () => (await import('./commands/remote-site/login.ts')).loginCommand,
}

/** Runs the command of a command line. Returns the exit code. Never throws. */
export function runCli(argv: string[], screen: Terminal): Promise<number> {
  return runCommand({ commands: COMMANDS, prepare }, argv, screen)
}

function prepare({ needsDatabase }: CliCommand): void {
  const envFile = path.join(PROJECT_ROOT, '.env')
  if (fs.existsSync(envFile)) process.loadEnvFile(envFile)
  if (needsDatabase) connectToInstallation()
}

if (import.meta.main) {
  requireNodeVersion()
  enableCommandCache()
  process.exit(await runCli(process.argv.slice(2), console))
}
