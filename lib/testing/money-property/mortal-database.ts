import type { Database } from '../../kernel/db/prisma-client.ts'

/** Returns a database whose process dies before its n-th statement; open transactions are rolled back. */
export function mortal(db: Database, diesBefore: number): Database {
  let statements = 0
  const extended = db.$extends({
    query: {
      async $allOperations({ args, query }) {
        statements += 1
        if (statements >= diesBefore) throw new Death()
        return query(args)
      },
    },
  })
  // The extension changes no method.
  return extended as unknown as Database
}

export class Death extends Error {}
