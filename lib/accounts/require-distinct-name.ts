import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { type Confusion, findConfusion } from '../kernel/names/confusable-names.ts'
import { listVerifiedNames } from '../publishing/rows/publishers.ts'

const SENTENCES: Record<Confusion, string> = {
  badge: 'A name cannot contain check marks or other characters that look like a badge. Remove them.',
  reserved: 'This name looks like an official name of this site. Choose another.',
  verified: 'This name looks like that of a verified publisher. Choose another.',
}

type NameCheck = {
  name: string
  /** The organisation that takes the name, which may look like those of its own publishers. */
  organisationId?: string | undefined
}

/** Returns why nobody may take the name; undefined if it can be told apart from all others. */
export async function findConfusableNameError(
  db: Database | Tx,
  { name, organisationId }: NameCheck,
): Promise<string | undefined> {
  const verified = await listVerifiedNames(db, { except: organisationId })
  const confusion = findConfusion(name, verified)
  return confusion && SENTENCES[confusion]
}

/** Throws INVALID_INPUT at /name for a name that people would confuse with another. */
export async function requireDistinctName(db: Database | Tx, wanted: NameCheck): Promise<void> {
  const message = await findConfusableNameError(db, wanted)
  if (message)
    throw new AppError('INVALID_INPUT', {
      message,
      issues: [{ path: '/name', message, keyword: 'confusable' }],
    })
}
