import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { openBackup } from '#bin/backup/backup-format.ts'
import { restoreBackup } from '#bin/backup/restore-backup.ts'
import { type WrittenBackup, writeBackup } from '#bin/backup/write-backup.ts'
import { dropDatabase, withClient } from '#bin/server/postgres/databases.ts'
import { createBlob } from '../../../blobs/blobs.ts'
import { bytesPool } from '../../../kernel/db/contents.ts'
import { type Database, database } from '../../../kernel/db/prisma-client.ts'
import { addWebhook } from '../../../notices/webhooks/manage-webhooks.ts'
import { importFolder } from '../../../publishing/drafts/import-folder.ts'
import { runToEnd, startRun } from '../../../runs/start/start-run.ts'
import { writeFile } from '../../../vault/files/write-file.ts'
import { cheapPasswordHash } from '../../cheap-password-hash.ts'
import { copyDatabase } from '../../copy-database.ts'
import {
  contextFor,
  freshName,
  makePublishedVersion,
  makePublisher,
  makeSkillDocument,
  makeSkillSetDocument,
  makeUser,
} from '../../factories.ts'
import { fundWallet } from '../../fund-wallet.ts'

export const server = process.env.DATABASE_URL ?? ''
export const urlOf = (name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href

export const PASSWORD = 'correct horse battery'

// Contains characters that text formats tend to lose.
export const AWKWARD = 'tab\t line\n back\\slash \\N \u{1f600} “é” \u202e ' + "'quote' \\."

export const CONTENT = new Uint8Array(1_200_000).map((_, index) => (index * 31) % 251)

export const FILE = 'Notes/Über.md'

async function makeSomething() {
  const user = await makeUser({ passwordHash: await cheapPasswordHash(PASSWORD), name: AWKWARD })
  const pricing = { model: 'per_job' as const, amount: '0.05', currency: 'USDC' as const }
  const skills = [makeSkillDocument({ pricing })]
  const version = await makePublishedVersion({ document: makeSkillSetDocument({ skills }) })
  await fundWallet(user.organisation.id, '1')
  const ctx = await contextFor(user)
  const request = { skill: { name: version.skillName }, args: { name: AWKWARD } }
  const run = await runToEnd(ctx, request)
  const { run: waiting } = await startRun(ctx, { ...request, isDeferred: true })
  const blob = await createBlob(ctx, { content: CONTENT, kind: 'application/octet-stream' })
  const vault = { db: database(), organisationId: user.organisation.id, userId: user.id }
  const publisher = await makePublisher({ owner: user })
  const skillFolder = [
    { path: 'SKILL.md', bytes: Buffer.from('---\nname: fonts\ndescription: Has fonts.\n---\n\nUse them.\n') },
    { path: 'font.ttf', bytes: CONTENT },
  ]
  const { skillSetId } = await importFolder(ctx, { content: skillFolder, handle: publisher.handle })
  await writeFile(vault, { path: FILE, content: 'first' })
  await writeFile(vault, { path: FILE, content: AWKWARD })
  // The secret of the webhook is stored encrypted.
  await addWebhook(ctx, { url: 'https://example.org/told' })
  return { user, request, run, waiting, blob, skillSetId }
}

type GlobalConnections = {
  guildhallDatabase: Database
  guildhallPool: unknown
  guildhallBytes: unknown
  guildhallListening: { client?: Promise<{ client: pg.Client }> }
}

/** Runs `work` with the product connected to the database at `url`. */
export async function withDatabase<T>(url: string, work: () => Promise<T>): Promise<T> {
  const connections = globalThis as unknown as Partial<GlobalConnections>
  const { guildhallDatabase, guildhallPool, guildhallBytes, guildhallListening } = connections
  process.env.DATABASE_URL = url
  connections.guildhallDatabase = undefined
  connections.guildhallBytes = undefined
  connections.guildhallListening = undefined
  try {
    return await work()
  } finally {
    // Without a listener for its end, the connection is not opened again.
    const opened = globalThis as unknown as Partial<GlobalConnections>
    const listener = await opened.guildhallListening?.client
    await Promise.all([
      database().$disconnect(),
      bytesPool().end(),
      listener?.client.removeAllListeners('end').end(),
    ])
    process.env.DATABASE_URL = server
    Object.assign(connections, { guildhallDatabase, guildhallPool, guildhallBytes, guildhallListening })
  }
}

/** `to` must be as long as `from`, because an archive states how long its files are. */
export function overwriteText(archive: Buffer, from: string, to: string): Buffer {
  archive.write(to, archive.indexOf(from))
  return archive
}

export function setUpBackup() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-backup-'))
  const inFolder = (name: string) => path.join(folder, name)

  // The databases are separate: the one that test files share may contain hundreds of megabytes.
  const names = { saved: freshName('saved'), restored: freshName('restored') }

  const here = urlOf(names.saved)
  const elsewhere = urlOf(names.restored)

  let written: WrittenBackup
  let made: Awaited<ReturnType<typeof makeSomething>>

  beforeAll(async () => {
    for (const name of Object.values(names)) await copyDatabase(name)
    made = await withDatabase(here, makeSomething)
    written = await writeBackup({ databaseUrl: here, file: inFolder('whole.tgz') })
  })

  afterAll(async () => {
    for (const name of Object.values(names)) await dropDatabase(server, name)
    fs.rmSync(folder, { recursive: true })
  })

  async function restore(file: string, isReplacing = false) {
    return restoreBackup({ databaseUrl: elsewhere, backup: await openBackup(file), isReplacing })
  }

  async function countPeople(): Promise<number> {
    return withClient(elsewhere, async (client) => {
      const { rows } = await client.query('select count(*)::int as n from "User"')
      return rows[0].n
    })
  }

  /** Writes a copy of the backup, changed by `change`, and returns its path. */
  function writeChanged(change: (archive: Buffer) => Buffer): string {
    const file = inFolder(`${freshName('changed')}.tgz`)
    fs.writeFileSync(file, gzipSync(change(gunzipSync(fs.readFileSync(inFolder('whole.tgz')))), { level: 1 }))
    return file
  }

  return {
    folder,
    inFolder,
    here,
    elsewhere,
    get written() {
      return written
    },
    get made() {
      return made
    },
    restore,
    countPeople,
    writeChanged,
  }
}
