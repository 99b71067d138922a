import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlQuery, SqlQueryable } from '@prisma/driver-adapter-utils'
import { toStorable } from '../validation/storable.ts'

/**
 * Prisma's adapter for Postgres, which makes every text storable. Postgres refuses a statement if one of its texts contains
 * NUL, so the write would be lost: the error of a handler that quotes its input is enough. UTF-8 replaces lone surrogates
 * in the same way. Here, because no writer can forget this place, and because JSON columns are text already, in which both
 * are escaped: a client extension could not tell an authored document, which is stored as it is, from other objects.
 * Input that a person can correct is refused before (`isStorable`).
 */
export class StorableAdapter extends PrismaPg {
  override async connect() {
    const connection = withStorableArgs(await super.connect())
    const startTransaction = connection.startTransaction.bind(connection)
    return Object.assign(connection, {
      startTransaction: async (...level: Parameters<typeof startTransaction>) =>
        withStorableArgs(await startTransaction(...level)),
    })
  }
}

function withStorableArgs<Queryable extends SqlQueryable>(queryable: Queryable): Queryable {
  const queryRaw = queryable.queryRaw.bind(queryable)
  const executeRaw = queryable.executeRaw.bind(queryable)
  return Object.assign(queryable, {
    queryRaw: (query: SqlQuery) => queryRaw(toStorableQuery(query)),
    executeRaw: (query: SqlQuery) => executeRaw(toStorableQuery(query)),
  })
}

function toStorableQuery(query: SqlQuery): SqlQuery {
  return { ...query, args: query.args.map(toStorableValue) }
}

function toStorableValue(value: unknown): unknown {
  if (typeof value === 'string') return toStorable(value)
  return Array.isArray(value) ? value.map(toStorableValue) : value
}
