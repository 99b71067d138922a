/** The documentation of the commands that need no Guildhall says what they say of themselves. */
import { expect, test } from 'vitest'
import { CONTRACT_COMMANDS } from '#components/docs/contract-commands.ts'
import type { Command } from './command.ts'
import { contractDiffCommand } from './contract-diff.ts'
import { contractLintCommand } from './contract-lint.ts'
import { contractValidateCommand } from './contract-validate.ts'
import { initCommand } from './init.ts'
import { testCommand } from './test.ts'

test.each<[name: string, command: Command]>([
  ['init', initCommand],
  ['test', testCommand],
  ['contract lint', contractLintCommand],
  ['contract diff', contractDiffCommand],
  ['contract validate', contractValidateCommand],
])('the chapter on %s is up to date', (name, { summary, usage, options, flags = {} }) => {
  const shown = CONTRACT_COMMANDS.find((each) => each.name === name)

  expect(shown).toMatchObject({ summary, usage, flags: { ...options, ...flags } })
})
