/**
 * Makes the database client when it is not the one of the schema: `npm install` does that, and a `git pull` alone does not.
 *
 * With an old client the site starts, and its first statement about what is new fails.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { ROOT } from './root.ts'

const SCHEMA = path.join(ROOT, 'prisma/schema.prisma')
/** Where Prisma 7 writes the schema that a client was made from, as a JSON text. */
const MADE_FROM = path.join(ROOT, 'lib/db/generated/internal/class.ts')
const PRISMA = path.join(ROOT, 'node_modules/prisma/build/index.js')

/** `client` is its source; null when there is none. */
export function isStale(schema: string, client: string | null): boolean {
  return client === null || !client.includes(JSON.stringify(schema))
}

/** Throws a sentence for people, with what Prisma said, when it cannot be made. */
export async function makeClientIfStale(log: (message: string) => void, command = [PRISMA, 'generate']) {
  if (!isStale(fs.readFileSync(SCHEMA, 'utf8'), readIfThere(MADE_FROM))) return
  log('the database client is older than the schema: making it again…')
  const child = spawn(process.execPath, command, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk))
  const [code] = await once(child, 'close')
  if (code === 0) return
  throw new Error(
    `The database client is older than the schema, and could not be made again. Run “npm install”, then start again.\n\n${Buffer.concat(said)}`,
  )
}

function readIfThere(file: string): string | null {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null
}
