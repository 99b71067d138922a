/** `migrate`: brings a database up to date, as every start does, for those who want that as a step of its own. */
import { migrate } from '#prisma/migrate.ts'
import { migrateEngine } from '../worker/migrate-engine.ts'
import type { Command } from './command.ts'

export const migrateCommand: Command = {
  summary: 'Bring the database up to date, as every start does.',
  usage: '',
  options: {},
  words: 0,
  meetsDatabase: true,
  async run() {
    // `connect` has found it, or has said that there is none.
    const url = process.env.DATABASE_URL as string
    const said: string[] = []
    const applied = await migrate(url, (line) => said.push(line))
    await migrateEngine(url)
    const done = applied === 1 ? '1 migration was applied.' : `${applied} migrations were applied.`
    const text = [...said, applied === 0 ? 'The database is up to date.' : done].join('\n')
    return { text, json: { applied, log: said } }
  },
}
