/** A new user gets a personal organisation in the same transaction; provider tokens are not stored. */
import { PrismaAdapter } from '@next-auth/prisma-adapter'
import type { Adapter, AdapterAccount, AdapterUser } from 'next-auth/adapters'
import { insertLinkedSignIn } from '../../accounts/rows/linked-sign-in-rows.ts'
import { insertUser } from '../../accounts/rows/users.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { findConfusion } from '../../kernel/names/confusable-names.ts'
import { oneVisibleLine } from '../../kernel/validation/text-fields.ts'
import { listVerifiedNames } from '../../publishing/rows/publishers.ts'

export function authAdapter(db: Database): Adapter {
  return {
    // The adapter is typed for an older Prisma; the calls are the same.
    ...PrismaAdapter(db as never),
    createUser: (user: Omit<AdapterUser, 'id'>) => createUser(db, user),
    linkAccount: (account: AdapterAccount) => insertLinkedSignIn(db, account),
    getUserByEmail: (email: string) =>
      db.user.findUnique({ where: { email: email.toLowerCase() } }) as Promise<AdapterUser | null>,
  }
}

async function createUser(db: Database, user: Omit<AdapterUser, 'id'>): Promise<AdapterUser> {
  const email = user.email.toLowerCase()
  const verified = await listVerifiedNames(db, {})
  // The sign-up cannot ask for another name.
  const names = [user.name ?? '', email.split('@')[0]!].map((each) => oneVisibleLine(each).slice(0, 80))
  const name = names.find((each) => each !== '' && !findConfusion(each, verified)) ?? 'New member'
  const row = await db.$transaction((tx) =>
    insertUser(tx, { email, name, emailVerified: user.emailVerified }),
  )
  if (!row) throw new Error('the email was taken while signing in')
  return { ...row, emailVerified: user.emailVerified }
}
