import { afterEach, beforeEach } from 'vitest'
import { hashPassword } from '../../../auth/credentials.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { contextFor, makeUser } from '../../factories.ts'

const db = database()
export const PASSWORD = 'a long password'

export async function mailsTo(email: string) {
  return db.mail.findMany({ where: { to: email }, orderBy: { id: 'asc' } })
}

export async function tokenTo(email: string): Promise<string> {
  const mail = (await mailsTo(email)).at(-1)
  return /\/(?:reset|confirm-email)\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

export async function makeVerifiedUser() {
  const user = await makeUser({ passwordHash: await hashPassword(PASSWORD) })
  return db.user.update({
    where: { id: user.id },
    data: { emailVerified: new Date() },
    include: { personal: true },
  })
}

export const contextOf = async (user: Awaited<ReturnType<typeof makeVerifiedUser>>) =>
  contextFor({ ...user, organisation: user.personal! })

export function setUpMailOutbox() {
  beforeEach(() => {
    process.env.GUILDHALL_MAIL_OUTBOX = '1'
    process.env.NEXTAUTH_SECRET ??= 'a secret of tests'
  })

  afterEach(() => {
    delete process.env.GUILDHALL_MAIL_OUTBOX
  })

  return {}
}
