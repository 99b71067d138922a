/**
 * What next-auth may write when somebody signs in at another provider. Floor 1.
 *
 * The usual adapter with two of its acts replaced: a new person gets their organisation in the same
 * transaction, and the provider's tokens and picture are not kept, because nothing here calls the provider.
 */
import { PrismaAdapter } from '@next-auth/prisma-adapter'
import type { Adapter, AdapterAccount, AdapterUser } from 'next-auth/adapters'
import type { Database } from './client.ts'
import { insertUser } from './users.ts'

export function authAdapter(db: Database): Adapter {
  return {
    // The adapter is typed for the client of an older Prisma; the calls it makes are the same.
    ...PrismaAdapter(db as never),
    createUser: (user: Omit<AdapterUser, 'id'>) => createUser(db, user),
    linkAccount: (account: AdapterAccount) => linkAccount(db, account),
    getUserByEmail: (email: string) =>
      db.user.findUnique({ where: { email: email.toLowerCase() } }) as Promise<AdapterUser | null>,
  }
}

async function createUser(db: Database, user: Omit<AdapterUser, 'id'>): Promise<AdapterUser> {
  const email = user.email.toLowerCase()
  const name = user.name?.trim() || email.split('@')[0]!
  const row = await db.$transaction((tx) =>
    insertUser(tx, { email, name, emailVerified: user.emailVerified }),
  )
  // next-auth has just looked for the email: only somebody signing up at this very moment can be in the way.
  if (!row) throw new Error('the email was taken while signing in')
  return { ...row, emailVerified: user.emailVerified }
}

async function linkAccount(db: Database, account: AdapterAccount): Promise<void> {
  const { userId, type, provider, providerAccountId } = account
  await db.account.create({ data: { userId, type, provider, providerAccountId } })
}
