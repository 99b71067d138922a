/**
 * Rules of migrations: whose input they take, and what their code may be.
 *
 * Ground, for servers. Source: specification "Contracts" §6, Migrations.
 */
import type { Issue } from '../../errors.ts'
import { inspectMigration } from '../definition/inspect-migration.ts'
import { eachObject, repeated } from '../json/each-object.ts'
import type { JsonObject } from '../json/json.ts'
import { isVersion, majorOf } from '../version/version-number.ts'

/** Every broken rule; tolerant of unfinished documents. */
export function checkMigrations({ migrations, version }: JsonObject): Issue[] {
  const given = eachObject(migrations)
  const major = typeof version === 'string' && isVersion(version) ? majorOf(version) : undefined
  return [
    ...repeated(given, 'from').map((index) =>
      at(index, 'from', 'from must be unique: one migration for each major version'),
    ),
    ...given.flatMap(([{ from, definition }, index]) => [
      ...whyNotFrom(from, major).map((message) => at(index, 'from', message)),
      ...(typeof definition === 'string'
        ? inspectMigration(definition).map((issue) => ({ ...issue, path: `/migrations/${index}/definition` }))
        : []),
    ]),
  ]
}

/** What is no number at all is for the rule of the field. */
function whyNotFrom(from: unknown, major: number | undefined): string[] {
  if (typeof from !== 'string' || !/^\d+$/.test(from)) return []
  if (String(Number(from)) !== from) return [`from must be written as ${Number(from)}`]
  if (major === undefined || Number(from) < major) return []
  return [`from must be earlier than this version’s own major, which is ${major}`]
}

function at(index: number, key: string, message: string): Issue {
  return { path: `/migrations/${index}/${key}`, keyword: 'migration', message }
}
