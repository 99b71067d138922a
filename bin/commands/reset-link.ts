/** `reset-link`: a one-time link for somebody who has lost the password. */
import { makeResetLink, RESET_LINK_HOURS } from '#lib/accounts/reset-password.ts'
import { contextForOperator } from '#lib/session/for-operator.ts'
import { siteUrl } from '../connect.ts'
import { type Command, requireOption } from './command.ts'

export const resetLinkCommand: Command = {
  summary: 'Make a link with which somebody sets a new password.',
  usage: '--email EMAIL',
  options: { email: 'whose account' },
  words: 0,
  meetsDatabase: true,
  async run(input) {
    const email = requireOption(input, 'email')
    const link = await makeResetLink(await contextForOperator('system'), email)
    const url = siteUrl() + link.path
    const text = `Give this link to ${email}. It works once, within ${RESET_LINK_HOURS} hours:\n${url}`
    return { text, json: { email, url, expires_at_ms: link.expiresAtMs } }
  },
}
