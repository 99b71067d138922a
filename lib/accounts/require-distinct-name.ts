import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import { imitation, type Reason } from '../kernel/names/imitation.ts'
import { listVerifiedNames } from '../publishing/rows/publishers.ts'

const SENTENCES: Record<Reason, string> = {
  badge: 'A name cannot contain check marks or other characters that look like a badge. Remove them.',
  reserved: 'This name looks like an official name of this site. Choose another.',
  imitates: 'This name looks like that of a verified publisher. Choose another.',
}

type NameCheck = {
  name: string
  /** Names of its own publishers are allowed. */
  organisationId?: string | undefined
}

export async function imitationError(
  db: Database | Tx,
  { name, organisationId }: NameCheck,
): Promise<string | undefined> {
  const verified = await listVerifiedNames(db, { except: organisationId })
  const reason = imitation(name, verified)
  return reason && SENTENCES[reason]
}

/** Throws INVALID_INPUT at /name. */
export async function requireDistinctName(db: Database | Tx, wanted: NameCheck): Promise<void> {
  const message = await imitationError(db, wanted)
  if (message)
    throw new AppError('INVALID_INPUT', {
      message,
      issues: [{ path: '/name', message, keyword: 'imitation' }],
    })
}
