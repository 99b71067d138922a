/** `make-admin`: the first admin of an installation is made on its machine. */
import { makeAdmin } from '#lib/accounts/make-admin.ts'
import { contextForOperator } from '#lib/session/for-operator.ts'
import { type Command, requireOption } from './command.ts'

export const makeAdminCommand: Command = {
  summary: 'Make somebody who has signed up an admin.',
  usage: '--email EMAIL',
  options: { email: 'whose account' },
  words: 0,
  meetsDatabase: true,
  async run(input) {
    const email = requireOption(input, 'email')
    await makeAdmin(await contextForOperator('system'), email)
    return { text: `${email} is an admin now.`, json: { email, role: 'ADMIN' } }
  },
}
