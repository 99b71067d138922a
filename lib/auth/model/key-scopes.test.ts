import { expect, test } from 'vitest'
import { keyCreateCommand } from '#bin/commands/accounts/account-commands.ts'
import { llmsText } from '../../protocols/skills-protocol/llms-text.ts'
import { OFFERED_SCOPES, SCOPE_MEANINGS } from './key-scopes.ts'

test('a scope without effect is not offered, and documented as reserved', () => {
  expect(OFFERED_SCOPES).toEqual(['read', 'run', 'write', 'publish'])
  expect(SCOPE_MEANINGS.admin).toMatch(/^Reserved/)
  expect(llmsText('https://x.org', [], 'a.b.c')).not.toContain('- admin:')
  expect(keyCreateCommand.options?.scopes).toContain('some of read,run,write,publish (')
})
