/** The documentation of the offline commands matches their own help. */
import { expect, test } from 'vitest'
import { CONTRACT_COMMANDS } from '#components/docs/contract-commands.ts'
import type { CliCommand } from '../cli-command.ts'
import { initCommand } from '../skills/init.ts'
import { testCommand } from '../skills/test.ts'
import { contractDiffCommand } from './contract-diff.ts'
import { contractLintCommand } from './contract-lint.ts'
import { contractValidateCommand } from './contract-validate.ts'

test.each<[name: string, command: CliCommand]>([
  ['init', initCommand],
  ['test', testCommand],
  ['contract lint', contractLintCommand],
  ['contract diff', contractDiffCommand],
  ['contract validate', contractValidateCommand],
])('the chapter on %s is up to date', (name, { summary, usage, options, flags = {} }) => {
  const shown = CONTRACT_COMMANDS.find((each) => each.name === name)

  expect(shown).toMatchObject({ summary, usage, flags: { ...options, ...flags } })
})
